import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { Menu } from './menu.tsx'
import type { MenuEntry } from './menu-links.ts'
import classes from './sidebar.module.css'
import { setCollapsed, useSidebar } from './sidebar-state.ts'

/** A menu on a wide screen, which can be drawn in. */
export const SideMenu = ({ entries, below = [] }: { entries: readonly MenuEntry[]; below?: readonly MenuEntry[] }) => {
  const isCollapsed = useSidebar((sidebar) => sidebar.isCollapsed)
  const Icon = isCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  const label = isCollapsed ? 'Expand the sidebar' : 'Collapse the sidebar'
  return (
    <div className={classes.sidebar}>
      <Menu entries={entries} below={below} isNarrow={isCollapsed} onWiden={() => setCollapsed(false)} />
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
