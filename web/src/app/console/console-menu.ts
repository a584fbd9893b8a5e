import { roles as allRoles, hasOneOf, type Role } from '@ingot/endpoints/roles'
import {
  IconAlertTriangle,
  IconBuildingBank,
  IconClipboardCheck,
  IconCoins,
  IconDroplet,
  IconFileCertificate,
  IconFileText,
  IconGift,
  IconHistory,
  IconHome,
  IconMovie,
  IconPackageExport,
  IconPhoto,
  IconScale,
  IconShieldCheck,
  IconSpeakerphone,
  IconStack2,
  IconTicket,
  IconToggleRight,
  IconUserShield,
  IconUsers,
} from '@tabler/icons-react'
import { useSession } from '../../lib/session.ts'
import type { MenuLink, Picture } from '../shell/menu-links.ts'
import { consoleTable } from './console-table.ts'

const pictures: Record<string, Picture> = {
  Home: IconHome,
  Customers: IconUsers,
  Tickets: IconTicket,
  Approvals: IconClipboardCheck,
  Vault: IconStack2,
  Withdrawals: IconPackageExport,
  Estates: IconFileCertificate,
  Reserves: IconShieldCheck,
  Treasury: IconCoins,
  'Pool of rewards': IconDroplet,
  'Reward requests': IconGift,
  Bank: IconBuildingBank,
  Materials: IconPhoto,
  Incidents: IconAlertTriangle,
  Announcements: IconSpeakerphone,
  Videos: IconMovie,
  Texts: IconFileText,
  People: IconUserShield,
  Policy: IconScale,
  Products: IconToggleRight,
  'Audit log': IconHistory,
}

type ConsoleLink = MenuLink & { roles: readonly Role[] }

/** The console's links, in their order. */
const links: readonly ConsoleLink[] = consoleTable
  .flatMap(({ path, menu, roles = allRoles }) => (menu ? [{ ...menu, roles, to: path.replace(/\/:.*/, '') }] : []))
  .toSorted((one, other) => one.place - other.place)
  .map(({ label, to, roles }) => {
    const picture = pictures[label]
    return { label, to, roles, isAlone: to === '/operator', ...(picture && { picture }) }
  })

/** Those that lead an operator somewhere. */
export const useConsoleLinks = (): MenuLink[] => {
  const held = useSession(({ info }) => info?.roles)
  return links.filter(({ roles }) => hasOneOf(held ?? [], roles))
}
