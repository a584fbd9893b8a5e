import { useUpline } from '../../features/affiliates/queries.ts'
import { menuBelow, menuFor } from './menu-links.ts'
import { SideMenu } from './side-menu.tsx'

/** The verified customer's way through the portal, on a wide screen. */
export const Sidebar = () => <SideMenu entries={menuFor(useUpline(true) === true)} below={menuBelow()} />
