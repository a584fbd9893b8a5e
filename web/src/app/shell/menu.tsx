import {
  IconBuildingBank,
  IconChevronDown,
  IconCoins,
  IconDots,
  IconLayoutDashboard,
  IconTool,
  IconUser,
  IconUsersGroup,
  IconWallet,
} from '@tabler/icons-react'
import { type ComponentType, useId, useState } from 'react'
import { useLocation } from 'react-router'
import { PageLink } from '../../ui/page-link.tsx'
import classes from './menu.module.css'
import { holdsCurrent, isCurrent, type MenuEntry, type MenuGroup, type MenuLink } from './menu-links.ts'

const icons: Record<string, ComponentType<{ size: number; stroke: number; 'aria-hidden': 'true' }>> = {
  Dashboard: IconLayoutDashboard,
  'My Profile': IconUser,
  'Affiliate Program': IconUsersGroup,
  'Gold Convert Services': IconCoins,
  Account: IconBuildingBank,
  'My Assets': IconWallet,
  Tools: IconTool,
  More: IconDots,
}

type Surroundings = {
  pathname: string
  /** Only pictures are shown; the names stay for whoever cannot see them. */
  isNarrow: boolean
  isOpen: (group: MenuGroup) => boolean
  onToggle: (group: MenuGroup) => void
  onFollow: (() => void) | undefined
}

const Picture = ({ label }: { label: string }) => {
  const Icon = icons[label]
  return Icon ? <Icon size={20} stroke={1.6} aria-hidden="true" /> : null
}

const Link = ({ link, around }: { link: MenuLink; around: Surroundings }) => (
  <PageLink
    className={classes.entry}
    to={link.to}
    aria-current={isCurrent(link.to, around.pathname) ? 'page' : undefined}
    {...(around.isNarrow && { 'aria-label': link.label, title: link.label })}
    onClick={around.onFollow}
  >
    <Picture label={link.label} />
    {!around.isNarrow && <span>{link.label}</span>}
  </PageLink>
)

const Group = ({ group, around }: { group: MenuGroup; around: Surroundings }) => {
  const id = useId()
  const isOpen = around.isOpen(group)
  return (
    <>
      <button
        type="button"
        className={classes.entry}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        data-holds-current={holdsCurrent(group, around.pathname) || undefined}
        {...(around.isNarrow && { 'aria-label': group.label, title: group.label })}
        onClick={() => around.onToggle(group)}
      >
        <Picture label={group.label} />
        {!around.isNarrow && (
          <>
            <span>{group.label}</span>
            <IconChevronDown className={classes.chevron} size={16} stroke={1.6} aria-hidden="true" />
          </>
        )}
      </button>
      {isOpen && <Entries id={id} entries={group.entries} around={around} />}
    </>
  )
}

const Entries = ({ id, entries, around }: { id?: string; entries: readonly MenuEntry[]; around: Surroundings }) => (
  <ul className={classes.entries} id={id}>
    {entries.map((entry) => (
      <li key={entry.label}>
        {'to' in entry ? <Link link={entry} around={around} /> : <Group group={entry} around={around} />}
      </li>
    ))}
  </ul>
)

/** The links of the sidebar and of the drawer. A group stands open while it holds the page, unless it was closed. */
export const Menu = ({
  entries,
  isNarrow = false,
  onWiden,
  onFollow,
}: {
  entries: readonly MenuEntry[]
  isNarrow?: boolean
  /** A group has no room to open in while the menu is narrow. */
  onWiden?: () => void
  onFollow?: () => void
}) => {
  const { pathname } = useLocation()
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({})
  const isOpen = (group: MenuGroup) => !isNarrow && (chosen[group.label] ?? holdsCurrent(group, pathname))
  const onToggle = (group: MenuGroup) => {
    setChosen({ ...chosen, [group.label]: !isOpen(group) })
    if (isNarrow) onWiden?.()
  }
  return (
    <nav aria-label="Main">
      <Entries entries={entries} around={{ pathname, isNarrow, isOpen, onToggle, onFollow }} />
    </nav>
  )
}
