// SPDX-License-Identifier: MIT
#pragma once

// What people of a platform are used to from programs in its tray.
namespace pasarela::desktophabits {

/// A click on the icon opens its menu, and the system does that; elsewhere a click opens the window.
bool clickOpensMenu();

/// Opening the app again, from Finder or the Dock, only activates the one that runs; elsewhere it is a second start
/// (SingleInstance).
bool openingAgainActivates();

} // namespace pasarela::desktophabits
