import {
  IconArrowsExchange,
  IconBuildingBank,
  IconCalendarRepeat,
  IconChevronDown,
  IconCoins,
  IconDots,
  IconFileText,
  IconLayoutDashboard,
  IconListDetails,
  IconShieldCheck,
  IconSpeakerphone,
  IconStack2,
  IconTool,
  IconUser,
  IconUsersGroup,
  IconWallet,
} from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '../../lib/session.ts'
import { PageLink } from '../../ui/page-link.tsx'
import classes from './menu.module.css'
import {
  holdsCurrent,
  type MenuAction,
  type MenuEntry,
  type MenuGroup,
  type MenuLink,
  type Picture,
} from './menu-links.ts'

const icons: Record<string, Picture> = {
  Dashboard: IconLayoutDashboard,
  'My Profile': IconUser,
  'Affiliate Program': IconUsersGroup,
  'Gold Convert Services': IconCoins,
  Account: IconBuildingBank,
  'My Assets': IconStack2,
  Tools: IconTool,
  More: IconDots,
  Trade: IconArrowsExchange,
  Wallet: IconWallet,
  Transactions: IconListDetails,
  Plans: IconCalendarRepeat,
  Documents: IconFileText,
  Reserves: IconShieldCheck,
  Announcements: IconSpeakerphone,
}

type Surroundings = {
  pathname: string
  /** Only pictures are shown; the names stay for whoever cannot see them. */
  isNarrow: boolean
  isOpen: (group: MenuGroup) => boolean
  onToggle: (group: MenuGroup) => void
  onFollow: (() => void) | undefined
}

const Pictured = ({ label, picture: Icon = icons[label] }: { label: string; picture?: Picture | undefined }) =>
  Icon ? <Icon size={20} stroke={1.6} aria-hidden="true" /> : null

const Link = ({ link, around }: { link: MenuLink; around: Surroundings }) => (
  <PageLink
    className={classes.entry}
    to={link.to}
    aria-current={holdsCurrent(link, around.pathname) ? 'page' : undefined}
    {...(around.isNarrow && { 'aria-label': link.label, title: link.label })}
    onClick={around.onFollow}
  >
    <Pictured label={link.label} picture={link.picture} />
    {!around.isNarrow && <span>{link.label}</span>}
  </PageLink>
)

/** Named by what it does, since the header has a button of the wallet too. */
const Action = ({ action, around }: { action: MenuAction; around: Surroundings }) => {
  const open = useSession((session) => session.openWallet)
  return (
    <button
      type="button"
      className={classes.entry}
      aria-label={`Open ${action.label}`}
      aria-haspopup="dialog"
      {...(around.isNarrow && { title: action.label })}
      onClick={open}
    >
      <Pictured label={action.label} />
      {!around.isNarrow && <span>{action.label}</span>}
    </button>
  )
}

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
        <Pictured label={group.label} />
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
        {'to' in entry && <Link link={entry} around={around} />}
        {'opens' in entry && <Action action={entry} around={around} />}
        {'entries' in entry && <Group group={entry} around={around} />}
      </li>
    ))}
  </ul>
)

/** The links of the sidebar and of the drawer. A group stands open while it holds the page, unless it was closed. */
export const Menu = ({
  entries,
  below = [],
  isNarrow = false,
  onWiden,
  onFollow,
}: {
  entries: readonly MenuEntry[]
  /** Stand under a line, below the others. */
  below?: readonly MenuEntry[]
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
  const around = { pathname, isNarrow, isOpen, onToggle, onFollow }
  return (
    <nav aria-label="Main">
      <Entries entries={entries} around={around} />
      {below.length > 0 && (
        <div className={classes.below}>
          <Entries entries={below} around={around} />
        </div>
      )}
    </nav>
  )
}
