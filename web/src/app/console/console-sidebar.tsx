import { SideMenu } from '../shell/side-menu.tsx'
import { useConsoleLinks } from './console-menu.ts'

/** The operator's way through the console, on a wide screen. */
export const ConsoleSidebar = () => <SideMenu entries={useConsoleLinks()} />
