// SPDX-License-Identifier: MIT
// The precompiled header of all tests; linked nowhere.
int main()
{
    return 0;
}
