import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { useUpline } from '../../features/affiliates/queries.ts'
import { Menu } from './menu.tsx'
import { menuBelow, menuFor } from './menu-links.ts'
import classes from './sidebar.module.css'
import { setCollapsed, useSidebar } from './sidebar-state.ts'

/** The verified customer's way through the portal, on a wide screen. */
export const Sidebar = () => {
  const isCollapsed = useSidebar((sidebar) => sidebar.isCollapsed)
  const isUpline = useUpline(true) === true
  const Icon = isCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  const label = isCollapsed ? 'Expand the sidebar' : 'Collapse the sidebar'
  return (
    <div className={classes.sidebar}>
      <Menu
        entries={menuFor(isUpline)}
        below={menuBelow()}
        isNarrow={isCollapsed}
        onWiden={() => setCollapsed(false)}
      />
      <button
        type="button"
        className={classes.collapse}
        aria-label={label}
        title={label}
        onClick={() => setCollapsed(!isCollapsed)}
      >
        <Icon size={20} stroke={1.6} aria-hidden="true" />
        {!isCollapsed && <span aria-hidden="true">Collapse</span>}
      </button>
    </div>
  )
}
