import type { MenuGroupName, Route } from '../../lib/feature.ts'
import { routeTable } from '../route-table.ts'

export type MenuLink = { label: string; to: string }

export type MenuGroup = { label: string; entries: readonly MenuEntry[] }

export type MenuEntry = MenuLink | MenuGroup

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

const linksOf = ({ name }: Group, routes: readonly Route[]): MenuLink[] =>
  routes
    .flatMap(({ path, menu }) => (menu && menu.group === name ? [{ ...menu, to: path.replace(/\/:.*/, '') }] : []))
    .toSorted((one, other) => one.place - other.place)
    .map(({ label, to }) => ({ label, to }))

/** A group has to hold something. */
const entriesOf = (group: Group, routes: readonly Route[]): MenuEntry[] => [
  ...linksOf(group, routes),
  ...(group.groups ?? []).flatMap((inner) => {
    const entries = entriesOf(inner, routes)
    return inner.name && entries.length > 0 ? [{ label: inner.name, entries }] : []
  }),
]

/** The links of the pages that are there. Those for uplines are for nobody else. */
export const menuFor = (isUpline: boolean, routes: readonly Route[] = routeTable): MenuEntry[] =>
  entriesOf(
    menu,
    routes.filter(({ gate }) => isUpline || gate !== 'upline'),
  )

/** Whether a link leads to the page that is open, or to what the page is a part of. */
export const isCurrent = (to: string, pathname: string): boolean =>
  `${pathname.toLowerCase()}/`.startsWith(`${to.toLowerCase()}/`)

export const holdsCurrent = (entry: MenuEntry, pathname: string): boolean =>
  'to' in entry ? isCurrent(entry.to, pathname) : entry.entries.some((inner) => holdsCurrent(inner, pathname))
