import type { Network, NetworkMember } from '@ingot/endpoints/affiliates'
import { formatBriefDay } from '../../lib/local-format.ts'

export const memberAddress = (id: string) => `/My-Affiliates/${id}`

/** Before the verification nobody knows the name; a name that is not kept yet is told apart from that. */
export const nameOf = ({ name, isVerified }: Pick<NetworkMember, 'name' | 'isVerified'>): string =>
  name ?? (isVerified ? 'Verified member' : 'Not verified yet')

/** The same within a sentence. */
export const calledOf = (member: Pick<NetworkMember, 'name' | 'isVerified'>): string =>
  member.name ?? (member.isVerified ? 'a verified member' : 'a member who is not verified yet')

const countWords = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

/** What is told of a member beside the name. */
export const aboutWords = ({ name, rank, isVerified, since, direct }: NetworkMember): string =>
  [
    isVerified && name !== null && 'Verified',
    rank,
    `since ${formatBriefDay(new Date(since))}`,
    direct !== null && direct > 0 && `brought ${direct}`,
  ]
    .filter(Boolean)
    .join(' · ')

/** What the next rank takes, in words. */
export const missingWords = ({ direct, all }: NonNullable<Network['next']>): string => {
  const people = (count: number) => countWords(count, 'more verified customer', 'more verified customers')
  const own = direct > 0 && `${people(direct)} brought by yourself`
  const inAll = all > 0 && `${own ? `${all} more` : people(all)} in your network in all`
  return [own, inAll].filter(Boolean).join(', and ')
}
