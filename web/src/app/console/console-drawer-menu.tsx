import { Menu } from '../shell/menu.tsx'
import { useConsoleLinks } from './console-menu.ts'

/** The same in the drawer of a narrow screen. */
export const ConsoleDrawerMenu = ({ onFollow }: { onFollow: () => void }) => (
  <Menu entries={useConsoleLinks()} onFollow={onFollow} />
)
