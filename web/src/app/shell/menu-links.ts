import { hasPage } from '../route-table.ts'

export type MenuLink = { label: string; to: string; isForUplines?: true }

export type MenuGroup = { label: string; entries: readonly MenuEntry[] }

export type MenuEntry = MenuLink | MenuGroup

/** The whole menu of the product, in its order. */
export const wholeMenu: readonly MenuEntry[] = [
  { label: 'Dashboard', to: '/dashboard' },
  { label: 'My Profile', to: '/My-Profile' },
  {
    label: 'Affiliate Program',
    entries: [
      { label: 'Workstation', to: '/My-Affiliates' },
      { label: 'Affiliate Rewards', to: '/My-Reward-Center' },
    ],
  },
  {
    label: 'Gold Convert Services',
    entries: [
      { label: 'Remit To Save', to: '/remit-to-save' },
      { label: 'Spend To Save', to: '/payment' },
      { label: 'QMGT +', to: '/Staking', isForUplines: true },
      { label: 'GDS', to: '/GDS' },
    ],
  },
  {
    label: 'Account',
    entries: [
      { label: 'Nominee', to: '/nominee' },
      { label: 'Bank Verification', to: '/BankVerification' },
    ],
  },
  {
    label: 'My Assets',
    entries: [
      { label: 'QMGT', to: '/transactions-buysell' },
      { label: 'GCA', to: '/transactions-convert' },
      { label: 'GAE', to: '/transactions-gae' },
      { label: 'External USDAU', to: '/request-external-usdau' },
    ],
  },
  {
    label: 'Tools',
    entries: [
      { label: 'Instructional Videos', to: '/instructional-videos' },
      { label: 'Marketing Materials', entries: [{ label: 'Calculator', to: '/Tools' }] },
    ],
  },
  {
    label: 'More',
    entries: [
      { label: 'Physical Withdrawal', to: '/Physical-Withdrawal' },
      { label: 'Contact Us', to: '/contact-us' },
    ],
  },
]

/** A page whose link is shown has to exist, and a group has to hold something. */
export const menuFor = (
  isUpline: boolean,
  entries: readonly MenuEntry[] = wholeMenu,
  exists: (address: string) => boolean = hasPage,
): MenuEntry[] =>
  entries.flatMap((entry): MenuEntry[] => {
    if ('to' in entry) return exists(entry.to) && (isUpline || !entry.isForUplines) ? [entry] : []
    const shown = menuFor(isUpline, entry.entries, exists)
    return shown.length > 0 ? [{ ...entry, entries: shown }] : []
  })

/** Whether a link leads to the page that is open, or to what the page is a part of. */
export const isCurrent = (to: string, pathname: string): boolean =>
  `${pathname.toLowerCase()}/`.startsWith(`${to.toLowerCase()}/`)

export const holdsCurrent = (entry: MenuEntry, pathname: string): boolean =>
  'to' in entry ? isCurrent(entry.to, pathname) : entry.entries.some((inner) => holdsCurrent(inner, pathname))
