import type { Network, NetworkMember, NetworkMemberDetails } from '@ingot/endpoints/affiliates'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useSession } from '../../lib/session.ts'
import { openPage } from '../../lib/test-page.tsx'
import { type Answers, failure, ok, page } from '../../lib/test-server.ts'
import { Workstation } from './workstation.tsx'

const idOf = (end: string) => `0198a3c1-0000-4000-8000-${end.padStart(12, '0')}`

const memberOf = (end: string, given: Partial<NetworkMember> = {}): NetworkMember => ({
  id: idOf(end),
  ...{ name: 'Anna B.', isVerified: true, rank: null, since: '2026-11-13T12:00:10.000Z', level: 1, direct: 0 },
  ...given,
})

const network: Network = {
  levels: [1, 2, 3, 4, 5].map((level) => ({ level, members: level < 3 ? 2 : 0, verified: 0, recent: 1 })),
  recentDays: 30,
  rank: 'Affiliates',
  counted: { direct: 1, all: 4 },
  ranks: [
    { rank: 'Affiliates', direct: 1, all: 1 },
    { rank: 'Introducer', direct: 5, all: 15 },
    { rank: 'Consultant', direct: 10, all: 50 },
  ],
  next: { rank: 'Introducer', direct: 4, all: 11 },
}

const anna = memberOf('a', { direct: 1, rank: 'Affiliates' })
const ben = memberOf('b', { name: null, isVerified: false })
const carl: NetworkMemberDetails = {
  ...memberOf('c', { name: 'Carl D.', level: 3, direct: null }),
  path: [
    { id: anna.id, name: 'Anna B.', isVerified: true },
    { id: null, name: null, isVerified: false },
  ],
}

const open = (address = '/My-Affiliates', given: Answers = {}) =>
  openPage(() => <Workstation />, '/My-Affiliates/:userId?', address, {
    'GET /network': ok(network),
    'GET /network/members': page([anna, ben]),
    [`GET /network/members/${carl.id}`]: ok(carl),
    ...given,
  })

beforeEach(() =>
  useSession.getState().signIn({
    jwt: 'the-jwt',
    user: {
      id: '17',
      username: 'ada',
      refCode: 'ADA17',
      userHash: 'f00d',
      kycVerified: 'Verified',
      customer_rank: null,
    },
  }),
)
afterEach(() => useSession.getState().logOut())

describe('the Workstation', () => {
  it('tells each level, the rank, what is missing, and that a rank brings no money', async () => {
    open()
    const levels = within(await screen.findByRole('region', { name: 'Level by level' }))
    expect(levels.getAllByRole('row')).toHaveLength(6)
    const rank = within(screen.getByRole('region', { name: 'Your rank' }))
    expect(
      rank.getByText(
        'For Introducer: 4 more verified customers brought by yourself, and 11 more in your network in all.',
      ),
    ).toBeTruthy()
    expect(rank.getByText(/A rank brings no money/)).toBeTruthy()
  })

  it('fetches whom a member brought when it is opened, and not before', async () => {
    const { sentTo, answers } = open()
    const toggle = await screen.findByRole('button', { name: 'Whom Anna B. brought' })
    expect(screen.getByRole('link', { name: 'Not verified yet' })).toBeTruthy()
    expect(sentTo('GET /network/members')).toHaveLength(1)
    answers['GET /network/members'] = page([memberOf('d', { name: 'Dora E.', level: 2 })])
    fireEvent.click(toggle)
    const branch = within(await screen.findByRole('list', { name: 'Brought by Anna B.' }))
    expect(branch.getByRole('link', { name: 'Dora E.' }).getAttribute('href')).toBe(`/My-Affiliates/${idOf('d')}`)
    expect(sentTo('GET /network/members').at(-1)?.params).toEqual({ under: anna.id })
    expect(toggle.getAttribute('aria-expanded')).toBe('true')
    fireEvent.click(toggle)
    expect(screen.queryByRole('list', { name: 'Brought by Anna B.' })).toBeNull()
  })

  it('lists a level, and who is called so, with both in the address', async () => {
    const { sentTo, router } = open('/My-Affiliates?view=list&level=2')
    expect(await screen.findByRole('list', { name: 'Level 2' })).toBeTruthy()
    expect(sentTo('GET /network/members').at(-1)?.params).toEqual({ level: '2' })
    const find = (typed: string) => {
      fireEvent.change(screen.getByLabelText('Name'), { target: { value: typed } })
      fireEvent.click(screen.getByRole('button', { name: 'Find' }))
    }
    find('a')
    expect(await screen.findByText('Please enter at least two letters.')).toBeTruthy()
    find('an')
    expect(await screen.findByRole('list', { name: 'Members found' })).toBeTruthy()
    expect(sentTo('GET /network/members').at(-1)?.params).toEqual({ search: 'an' })
    expect(router.state.location.search).toBe('?view=list&level=2&search=an')
  })

  it('has the link that invites others, also while nobody is below', async () => {
    open('/My-Affiliates', {
      'GET /network': ok({ ...network, levels: network.levels.map((each) => ({ ...each, members: 0 })) }),
    })
    expect(await screen.findByText('Nobody yet')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Referral link').value).toMatch(/\/register\?ref=ADA17$/)
  })
})

describe('a member', () => {
  it('is shown with the way down, where somebody may have left', async () => {
    open(`/My-Affiliates/${carl.id}`)
    expect(await screen.findByRole('heading', { level: 1, name: 'Carl D.' })).toBeTruthy()
    const way = within(screen.getByRole('navigation', { name: 'The way to this member' }))
    expect(way.getAllByRole('listitem').map((step) => step.textContent)).toEqual([
      'You',
      'Anna B.',
      'No longer a customer',
      'Carl D.',
    ])
    expect(screen.getByText(/This is the last one/)).toBeTruthy()
  })

  it('who is not below is not there', async () => {
    open(`/My-Affiliates/${idOf('e')}`, {
      [`GET /network/members/${idOf('e')}`]: failure(404, 'NotFound', 'There is nothing here.'),
    })
    await waitFor(() => expect(screen.getByText('Waiting..')).toBeTruthy())
    expect(screen.queryByRole('heading', { name: 'Member' })).toBeNull()
  })

  it('has an id, and no other word is asked for', async () => {
    const { requests } = open('/My-Affiliates/somebody')
    expect(await screen.findByText('Waiting..')).toBeTruthy()
    expect(requests).toEqual([])
  })
})
