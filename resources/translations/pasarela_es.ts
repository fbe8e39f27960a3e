<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es" sourcelanguage="en">
<context>
    <name>AppText</name>
    <message>
        <source>An AI app</source>
        <translation>Una app de IA</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 y %2</translation>
    </message>
    <message>
        <source>%1, %2 and %3</source>
        <translation>%1, %2 y %3</translation>
    </message>
    <message numerus="yes">
        <source>%n AI app(s)</source>
        <translation>
            <numerusform>%n app de IA</numerusform>
            <numerusform>%n apps de IA</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DateText</name>
    <message numerus="yes">
        <source>today at %1</source>
        <translation>
            <numerusform>hoy a la %1</numerusform>
            <numerusform>hoy a las %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>yesterday at %1</source>
        <translation>
            <numerusform>ayer a la %1</numerusform>
            <numerusform>ayer a las %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>on %1 at %2</source>
        <comment>weekday, time</comment>
        <translation>
            <numerusform>el %1 a la %2</numerusform>
            <numerusform>el %1 a las %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>on %1 at %2</source>
        <comment>date, time</comment>
        <translation>
            <numerusform>el %1 a la %2</numerusform>
            <numerusform>el %1 a las %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ErrorText</name>
    <message>
        <source>Something in the settings is not right.</source>
        <translation>Algo de la configuración no es correcto.</translation>
    </message>
    <message>
        <source>Correct it and try again.</source>
        <translation>Corrígelo e inténtalo de nuevo.</translation>
    </message>
    <message>
        <source>A program or file is missing.</source>
        <translation>Falta un programa o un archivo.</translation>
    </message>
    <message>
        <source>Check that it is installed and that its name is right.</source>
        <translation>Comprueba que está instalado y que el nombre es correcto.</translation>
    </message>
    <message>
        <source>There is already one with this name.</source>
        <translation>Ya hay uno con este nombre.</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>Elige otro nombre.</translation>
    </message>
    <message>
        <source>It was changed somewhere else meanwhile.</source>
        <translation>Mientras tanto se ha cambiado en otro sitio.</translation>
    </message>
    <message>
        <source>Look at it again, then repeat the change.</source>
        <translation>Míralo otra vez y repite el cambio.</translation>
    </message>
    <message>
        <source>This computer does not allow it.</source>
        <translation>Este equipo no lo permite.</translation>
    </message>
    <message>
        <source>Check who may use the file or program.</source>
        <translation>Comprueba quién puede usar el archivo o el programa.</translation>
    </message>
    <message>
        <source>It is not there at the moment.</source>
        <translation>Ahora mismo no está disponible.</translation>
    </message>
    <message>
        <source>Pasarela tries again by itself.</source>
        <translation>Pasarela lo vuelve a intentar por su cuenta.</translation>
    </message>
    <message>
        <source>It did not answer in time.</source>
        <translation>No ha respondido a tiempo.</translation>
    </message>
    <message>
        <source>Try again in a moment.</source>
        <translation>Inténtalo de nuevo dentro de un momento.</translation>
    </message>
    <message>
        <source>It was stopped before it was done.</source>
        <translation>Se ha detenido antes de terminar.</translation>
    </message>
    <message>
        <source>Start it again whenever you like.</source>
        <translation>Vuelve a empezar cuando quieras.</translation>
    </message>
    <message>
        <source>It ended unexpectedly.</source>
        <translation>Se ha cerrado de forma inesperada.</translation>
    </message>
    <message>
        <source>Pasarela starts it again when it is needed.</source>
        <translation>Pasarela lo vuelve a iniciar cuando hace falta.</translation>
    </message>
    <message>
        <source>It is larger than allowed.</source>
        <translation>Es más grande de lo permitido.</translation>
    </message>
    <message>
        <source>Ask for less at once.</source>
        <translation>Pide menos de una vez.</translation>
    </message>
    <message>
        <source>It answered in a way that Pasarela does not understand.</source>
        <translation>Ha respondido de una forma que Pasarela no entiende.</translation>
    </message>
    <message>
        <source>Look for a newer version of it.</source>
        <translation>Busca una versión más reciente.</translation>
    </message>
    <message>
        <source>This version cannot do that.</source>
        <translation>Esta versión no puede hacerlo.</translation>
    </message>
    <message>
        <source>Look for a newer version.</source>
        <translation>Busca una versión más reciente.</translation>
    </message>
    <message>
        <source>A file could not be read or written.</source>
        <translation>No se ha podido leer o guardar un archivo.</translation>
    </message>
    <message>
        <source>Check that the disk is not full.</source>
        <translation>Comprueba que el disco no está lleno.</translation>
    </message>
    <message>
        <source>It waits for a decision of yours.</source>
        <translation>Espera a que decidas.</translation>
    </message>
    <message>
        <source>Open Pasarela and decide.</source>
        <translation>Abre Pasarela y decide.</translation>
    </message>
    <message>
        <source>You stopped Pasarela.</source>
        <translation>Has detenido Pasarela.</translation>
    </message>
    <message>
        <source>Press Start to use it again.</source>
        <translation>Pulsa Iniciar para volver a usarla.</translation>
    </message>
    <message>
        <source>Something went wrong in Pasarela.</source>
        <translation>Algo ha fallado en Pasarela.</translation>
    </message>
    <message>
        <source>Restart Pasarela. If it happens again, report it.</source>
        <translation>Reinicia Pasarela. Si vuelve a pasar, avísanos.</translation>
    </message>
    <message>
        <source>It does not work.</source>
        <translation>No funciona.</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>a sentence and its short code</comment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>A key or password is missing.</source>
        <translation>Falta una clave o contraseña.</translation>
    </message>
    <message>
        <source>Enter it in Pasarela.</source>
        <translation>Introdúcela en Pasarela.</translation>
    </message>
    <message>
        <source>The password store is locked.</source>
        <translation>El almacén de contraseñas está bloqueado.</translation>
    </message>
    <message>
        <source>Unlock it, then try again.</source>
        <translation>Desbloquéalo y vuelve a intentarlo.</translation>
    </message>
    <message>
        <source>The password store with your keys is not there.</source>
        <translation>El almacén de contraseñas con tus claves no está disponible.</translation>
    </message>
    <message>
        <source>Log in to your desktop as usual, or install a password store such as GNOME Keyring or KWallet.</source>
        <translation>Inicia sesión en tu escritorio como de costumbre o instala un almacén de contraseñas, como GNOME Keyring o KWallet.</translation>
    </message>
    <message>
        <source>The password store did not let Pasarela in.</source>
        <translation>El almacén de contraseñas no ha dejado entrar a Pasarela.</translation>
    </message>
    <message>
        <source>Try again and allow it.</source>
        <translation>Vuelve a intentarlo y permítelo.</translation>
    </message>
</context>
<context>
    <name>Headline</name>
    <message numerus="yes">
        <source>%n service(s) did not start and will be tried again.</source>
        <translation>
            <numerusform>%n servicio no se ha iniciado y se volverá a intentar.</numerusform>
            <numerusform>%n servicios no se han iniciado y se volverá a intentar.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n service(s) work(s) with problems.</source>
        <translation>
            <numerusform>%n servicio funciona con problemas.</numerusform>
            <numerusform>%n servicios funcionan con problemas.</numerusform>
        </translation>
    </message>
    <message>
        <source>The settings file has a mistake, so no settings could be read and nothing is connected.</source>
        <translation>El archivo de configuración tiene un error: no se pudo leer ninguna configuración y no hay nada conectado.</translation>
    </message>
    <message>
        <source>The settings file has a mistake. Pasarela goes on with the settings that worked before.</source>
        <translation>El archivo de configuración tiene un error. Pasarela sigue con la configuración que funcionaba antes.</translation>
    </message>
    <message>
        <source>Nothing is set up yet. Pasarela lets Claude and other AI apps use the services you choose.</source>
        <translation>Aún no hay nada configurado. Con Pasarela, Claude y otras apps de IA usan los servicios que tú elijas.</translation>
    </message>
    <message numerus="yes">
        <source>%1 is connected and has nothing to use yet.</source>
        <translation>
            <numerusform>La conexión con %1 está lista, pero aún no tiene nada que usar.</numerusform>
            <numerusform>%1 tienen conexión, pero aún no tienen nada que usar.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n thing(s) need(s) you</source>
        <translation>
            <numerusform>%n cosa necesita tu atención</numerusform>
            <numerusform>%n cosas necesitan tu atención</numerusform>
        </translation>
    </message>
    <message>
        <source>All services are off.</source>
        <translation>Todos los servicios están desactivados.</translation>
    </message>
    <message numerus="yes">
        <source>Everything works. %n service(s) ready.</source>
        <translation>
            <numerusform>Todo funciona. %n servicio está listo.</numerusform>
            <numerusform>Todo funciona. %n servicios están listos.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Everything works. %1 can use %n service(s).</source>
        <comment>one app</comment>
        <translation>
            <numerusform>Todo funciona. %1 puede usar %n servicio.</numerusform>
            <numerusform>Todo funciona. %1 puede usar %n servicios.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Everything works. %1 can use %n service(s).</source>
        <comment>several apps</comment>
        <translation>
            <numerusform>Todo funciona. %1 pueden usar %n servicio.</numerusform>
            <numerusform>Todo funciona. %1 pueden usar %n servicios.</numerusform>
        </translation>
    </message>
    <message>
        <source>Pasarela is stopped. AI apps cannot use your services.</source>
        <translation>Pasarela está detenida. Las apps de IA no pueden usar tus servicios.</translation>
    </message>
    <message>
        <source>You stopped Pasarela %1. AI apps cannot use your services.</source>
        <translation>Detuviste Pasarela %1. Las apps de IA no pueden usar tus servicios.</translation>
    </message>
    <message>
        <source>Pasarela is starting.</source>
        <translation>Pasarela se está iniciando.</translation>
    </message>
    <message>
        <source>Pasarela is stopping.</source>
        <translation>Pasarela se está deteniendo.</translation>
    </message>
    <message>
        <source>Pasarela ended unexpectedly and starts again by itself.</source>
        <translation>Pasarela se ha cerrado de forma inesperada y volverá a iniciarse por su cuenta.</translation>
    </message>
    <message>
        <source>Pasarela does not stay running. Your settings and keys are safe.</source>
        <translation>Pasarela se cierra cada vez que se inicia. Tu configuración y tus claves están a salvo.</translation>
    </message>
    <message>
        <source>A new version is ready. Restart Pasarela to use it.</source>
        <translation>Hay una versión nueva lista. Reinicia Pasarela para usarla.</translation>
    </message>
    <message>
        <source>Pasarela: %1</source>
        <translation>Pasarela: %1</translation>
    </message>
    <message numerus="yes">
        <source>%n service(s)</source>
        <translation>
            <numerusform>%n servicio</numerusform>
            <numerusform>%n servicios</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n app(s) connected</source>
        <translation>
            <numerusform>%n app conectada</numerusform>
            <numerusform>%n apps conectadas</numerusform>
        </translation>
    </message>
    <message>
        <source>Pasarela: running, %1, %2</source>
        <translation>Pasarela: en marcha, %1, %2</translation>
    </message>
    <message>
        <source>Pasarela cannot start: a part of it is missing. Your settings and keys are safe.</source>
        <translation>Pasarela no puede iniciarse: le falta una parte. Tu configuración y tus claves están a salvo.</translation>
    </message>
    <message>
        <source>Install Pasarela again, then press Start.</source>
        <translation>Vuelve a instalar Pasarela y después pulsa Iniciar.</translation>
    </message>
    <message>
        <source>Pasarela is running but does not answer. Your settings and keys are safe.</source>
        <translation>Pasarela está en marcha, pero no responde. Tu configuración y tus claves están a salvo.</translation>
    </message>
    <message>
        <source>Sign out of this computer and in again, then press Start.</source>
        <translation>Cierra la sesión en este equipo, vuelve a entrar y después pulsa Iniciar.</translation>
    </message>
    <message>
        <source>Press Start to try again.</source>
        <translation>Pulsa Iniciar para volver a intentarlo.</translation>
    </message>
    <message>
        <source>%1. Until then AI apps cannot use your services.</source>
        <translation>%1. Hasta entonces las apps de IA no pueden usar tus servicios.</translation>
    </message>
</context>
<context>
    <name>StateText</name>
    <message>
        <source>Trying again</source>
        <translation>Reintentando</translation>
    </message>
    <message>
        <source>Trying again in %1 s</source>
        <translation>Reintento en %1 s</translation>
    </message>
    <message>
        <source>Waits for your OK</source>
        <translation>Espera tu visto bueno</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Desactivado</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Listo</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Iniciando</translation>
    </message>
    <message>
        <source>Works, with problems</source>
        <translation>Funciona con problemas</translation>
    </message>
    <message>
        <source>Needs a key</source>
        <translation>Falta la clave</translation>
    </message>
    <message>
        <source>Needs sign-in</source>
        <translation>Falta iniciar sesión</translation>
    </message>
    <message>
        <source>Changed, waits for your OK</source>
        <translation>Ha cambiado, espera tu visto bueno</translation>
    </message>
    <message>
        <source>Not working</source>
        <translation>No funciona</translation>
    </message>
    <message>
        <source>Stopped</source>
        <comment>Pasarela</comment>
        <translation>Detenida</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>En marcha</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>Deteniendo</translation>
    </message>
    <message>
        <source>Stopped</source>
        <comment>a service</comment>
        <translation>Detenido</translation>
    </message>
    <message numerus="yes">
        <source>%n tool(s)</source>
        <translation>
            <numerusform>%n herramienta</numerusform>
            <numerusform>%n herramientas</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1: %2, %3</translation>
    </message>
    <message numerus="yes">
        <source>, %n account(s)</source>
        <translation>
            <numerusform>, %n cuenta</numerusform>
            <numerusform>, %n cuentas</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>pasarela::AppModel</name>
    <message>
        <source>%1: connected %2</source>
        <comment>an app, since when</comment>
        <translation>%1: con conexión desde %2</translation>
    </message>
    <message>
        <source>%1: connected</source>
        <translation>%1: con conexión</translation>
    </message>
</context>
<context>
    <name>pasarela::Application</name>
    <message>
        <source>Pasarela</source>
        <translation>Pasarela</translation>
    </message>
    <message>
        <source>Pasarela goes on in the background. Open it again from your apps.</source>
        <translation>Pasarela sigue en segundo plano. Vuelve a abrirla desde tus aplicaciones.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
</context>
<context>
    <name>pasarela::EnclaveModel</name>
    <message>
        <source>Service</source>
        <translation>Servicio</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Estado</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Herramientas</translation>
    </message>
    <message>
        <source>Last problem</source>
        <translation>Último problema</translation>
    </message>
</context>
<context>
    <name>pasarela::MainWindow</name>
    <message>
        <source>Pasarela</source>
        <translation>Pasarela</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Páginas</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>Resumen</translation>
    </message>
    <message>
        <source>This desktop shows no icon for Pasarela. Open it again from your apps.</source>
        <translation>Este escritorio no muestra el icono de Pasarela. Vuelve a abrirla desde tus aplicaciones.</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Salir</translation>
    </message>
    <message>
        <source>Quit Pasarela</source>
        <translation>Salir de Pasarela</translation>
    </message>
</context>
<context>
    <name>pasarela::OverviewPage</name>
    <message>
        <source>&amp;Restart to update</source>
        <translation>&amp;Reiniciar para actualizar</translation>
    </message>
    <message>
        <source>&amp;Restart</source>
        <translation>&amp;Reiniciar</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>&amp;Iniciar</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>De&amp;tener</translation>
    </message>
    <message>
        <source>Start Pasarela</source>
        <translation>Iniciar Pasarela</translation>
    </message>
    <message>
        <source>Stop Pasarela</source>
        <translation>Detener Pasarela</translation>
    </message>
    <message>
        <source>Restart Pasarela</source>
        <translation>Reiniciar Pasarela</translation>
    </message>
    <message>
        <source>Ser&amp;vices</source>
        <translation>Ser&amp;vicios</translation>
    </message>
    <message>
        <source>Services and their states</source>
        <translation>Servicios y su estado</translation>
    </message>
    <message>
        <source>&amp;AI apps connected</source>
        <translation>&amp;Apps de IA conectadas</translation>
    </message>
    <message>
        <source>AI apps connected</source>
        <translation>Apps de IA conectadas</translation>
    </message>
    <message>
        <source>No AI app is connected yet.</source>
        <translation>Aún no hay ninguna app de IA conectada.</translation>
    </message>
</context>
<context>
    <name>pasarela::QuitDialog</name>
    <message>
        <source>&amp;Do not ask again</source>
        <translation>&amp;No volver a preguntar</translation>
    </message>
    <message>
        <source>&amp;Keep services running</source>
        <translation>&amp;Mantener los servicios</translation>
    </message>
    <message>
        <source>&amp;Stop them too</source>
        <translation>&amp;Detenerlos también</translation>
    </message>
    <message>
        <source>Quit Pasarela</source>
        <translation>Salir de Pasarela</translation>
    </message>
    <message numerus="yes">
        <source>%1 is using Pasarela. Close only this window&apos;s app, or stop your services too?</source>
        <translation>
            <numerusform>%1 está usando Pasarela. ¿Cierras solo esta app o detienes también tus servicios?</numerusform>
            <numerusform>%1 están usando Pasarela. ¿Cierras solo esta app o detienes también tus servicios?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>pasarela::TrayController</name>
    <message>
        <source>Restart to update</source>
        <translation>Reiniciar para actualizar</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>Reiniciar</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a service and its state</comment>
        <translation>%1: %2</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>y %n más</numerusform>
            <numerusform>y %n más</numerusform>
        </translation>
    </message>
    <message>
        <source>Open Pasarela</source>
        <translation>Abrir Pasarela</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Iniciar</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Detener</translation>
    </message>
    <message>
        <source>Services</source>
        <translation>Servicios</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Salir</translation>
    </message>
</context>
</TS>
