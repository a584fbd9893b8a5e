import type { ComponentType } from 'react'
import type { MenuGroupName, Route } from '../../lib/feature.ts'
import { portalTable } from '../portal-table.ts'

/** How a link or a group looks where there is only room for a picture. */
export type Picture = ComponentType<{ size: number; stroke: number; 'aria-hidden': 'true' }>

export type MenuLink = {
  label: string
  to: string
  /** The pages below its address are not its own. */
  isAlone?: boolean
  picture?: Picture
}

export type MenuGroup = { label: string; entries: readonly MenuEntry[] }

/** Opens over the page that is there. */
export type MenuAction = { label: string; opens: 'wallet' }

export type MenuEntry = MenuLink | MenuAction | MenuGroup

type Group = { name?: MenuGroupName; groups?: readonly Group[] }

/** The groups of the product's menu, in their order. In each, links stand before the groups inside it. */
const menu: Group = {
  groups: [
    { name: 'Affiliate Program' },
    { name: 'Gold Convert Services' },
    { name: 'Account' },
    { name: 'My Assets' },
    { name: 'Tools', groups: [{ name: 'Marketing Materials' }] },
    { name: 'More' },
  ],
}

type Placed = { label: string; place: number } & ({ to: string } | { opens: 'wallet' })

const placedIn = (name: MenuGroupName | 'below' | undefined, routes: readonly Route[]): Placed[] =>
  routes.flatMap(({ path, menu }) => (menu && menu.group === name ? [{ ...menu, to: path.replace(/\/:.*/, '') }] : []))

const inOrder = (placed: readonly Placed[]): (MenuLink | MenuAction)[] =>
  placed
    .toSorted((one, other) => one.place - other.place)
    .map(({ label, ...entry }) => ('to' in entry ? { label, to: entry.to } : { label, opens: entry.opens }))

/** A group has to hold something. */
const entriesOf = (group: Group, routes: readonly Route[]): MenuEntry[] => [
  ...inOrder(placedIn(group.name, routes)),
  ...(group.groups ?? []).flatMap((inner) => {
    const entries = entriesOf(inner, routes)
    return inner.name && entries.length > 0 ? [{ label: inner.name, entries }] : []
  }),
]

/** The wallet is no page; it has its place among those that stand below the product's groups. */
const wallet: Placed = { label: 'Wallet', place: 2, opens: 'wallet' }

/** The product's links to the pages that are there; those for uplines are for nobody else. */
export const menuFor = (isUpline: boolean, routes: readonly Route[] = portalTable): MenuEntry[] =>
  entriesOf(
    menu,
    routes.filter(({ gate }) => isUpline || gate !== 'upline'),
  )

/** What one does most, below the product's own menu. */
export const menuBelow = (routes: readonly Route[] = portalTable): MenuEntry[] =>
  inOrder([...placedIn('below', routes), wallet])

/** Whether a link leads to the page that is open, or to what the page is a part of. */
const isCurrent = ({ to, isAlone = false }: MenuLink, pathname: string): boolean => {
  const [here, there] = [`${pathname.toLowerCase()}/`, `${to.toLowerCase()}/`]
  return isAlone ? here === there : here.startsWith(there)
}

export const holdsCurrent = (entry: MenuEntry, pathname: string): boolean =>
  'to' in entry
    ? isCurrent(entry, pathname)
    : 'entries' in entry && entry.entries.some((inner) => holdsCurrent(inner, pathname))
