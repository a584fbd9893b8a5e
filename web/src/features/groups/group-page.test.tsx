import type { GroupDetails } from '@ingot/endpoints/group-fields'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tellPages } from '../../lib/known-pages.ts'
import { forgetPending } from '../../lib/pending-transaction.ts'
import { useSession } from '../../lib/session.ts'
import { type Answers, bodyOf, failure, ok, page } from '../../lib/test-server.ts'
import { useVerifications } from '../../lib/verifications.ts'
import { GroupPage } from './group-page.tsx'
import {
  asCreator,
  bought,
  idOf,
  openGroups,
  sampleDetails,
  sampleGroup,
  samplePurchase,
  sampleQuote,
  signInAs,
} from './test-groups.tsx'

const address = `/GDS/${sampleGroup.id}`
const call = `/groups/${sampleGroup.id}`

const open = (group: GroupDetails = sampleDetails, given: Answers = {}, query = '') =>
  openGroups(GroupPage, '/GDS/:groupId', `${address}${query}`, { [`GET ${call}`]: ok(group), ...given })

const part = (name: string) => screen.findByRole('region', { name })
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const press = (name: string | RegExp) => fireEvent.click(button(name))
const isOnlyAsked = (state: string) => state === 'Requested' || state === 'Refused'
const standing = (state: GroupDetails['mine']['state'], given: Partial<GroupDetails> = {}): GroupDetails => ({
  ...sampleDetails,
  ...{ members: null, people: [], code: null, ...given },
  mine: { ...sampleDetails.mine, state, joinedAt: isOnlyAsked(state) ? null : sampleDetails.mine.joinedAt },
  may: { ...sampleDetails.may, buy: false, report: false, leave: state === 'Requested' },
})

beforeEach(() => {
  tellPages(() => true)
  signInAs()
})
afterEach(() => {
  forgetPending()
  act(() => useSession.getState().logOut())
})

describe('a member', () => {
  it('sees who is in it, grams only of those who show them, and nothing of an admin’s', async () => {
    open()
    const people = within(await part('People')).getAllByRole('listitem')
    expect(people.map(({ textContent }) => textContent)).toEqual([
      'Byron A.Creator · since Nov 13, 20265.000000 GDS',
      'Ada L. (you)Member · since Nov 13, 20262.500000 GDS',
      'Augusta K.Member · since Nov 13, 2026',
    ])
    for (const name of ['Asking to join', 'Code to join']) expect(screen.queryByRole('region', { name })).toBeNull()
    for (const name of ['Rename the group', 'Close the group', /^Change/])
      expect(screen.queryByRole('button', { name })).toBeNull()
    expect(button('Report the name')).toBeTruthy()
  })

  it('shows the own grams to the others, and the sum is told once there is one', async () => {
    const shown = { ...sampleDetails, total: '12', mine: { ...sampleDetails.mine, showsGrams: true } }
    const server = open(sampleDetails, { [`POST ${call}/shown`]: ok(shown) })
    const choice = (await screen.findByRole('switch')) as HTMLInputElement
    expect(choice.checked).toBe(false)
    server.answers[`GET ${call}`] = ok(shown)
    fireEvent.click(choice)
    expect(await screen.findByText(/^Together, those who show it have/)).toBeTruthy()
    expect(choice.checked).toBe(true)
    expect(bodyOf(server.sentTo(`POST ${call}/shown`)[0])).toEqual({ showsGrams: true })
  })

  it('has purchases, each leading to the certificate that holds now', async () => {
    open(sampleDetails, {
      [`GET ${call}/purchases`]: page([samplePurchase, { ...samplePurchase, holding: idOf('e2'), open: '0' }]),
    })
    const rows = await screen.findAllByRole('link', { name: /^GDS 12/ })
    expect(rows[0]?.getAttribute('href')).toBe(`${address}/${samplePurchase.certificate.id}`)
    expect(rows[0]?.textContent).toContain('GDS-2026-000013 · of 3.000000 GDS bought2.500000 GDS')
    expect(rows[1]?.textContent).toContain('3.000000 GDSnothing left')
  })

  it('leaves after a plain question, and can stay', async () => {
    const server = open(sampleDetails, { [`POST ${call}/leave`]: ok(standing('Left')) })
    await part('This group')
    press('Leave the group')
    expect(screen.getByRole('group', { name: 'Leave this group?' }).textContent).toContain('stays yours')
    press('Stay')
    expect(server.sentTo(`POST ${call}/leave`)).toHaveLength(0)
    press('Leave the group')
    server.answers[`GET ${call}`] = ok(standing('Left'))
    press('Yes, leave')
    expect(await screen.findByText('You left this group')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'People' })).toBeNull()
    expect(screen.getByRole('heading', { name: 'Your purchases and certificates' })).toBeTruthy()
  })

  it('reports a name, and is thanked', async () => {
    const { sentTo } = open(sampleDetails, { [`POST ${call}/report`]: ok(sampleDetails) })
    await part('This group')
    press('Report the name')
    fireEvent.change(screen.getByLabelText('What is wrong with the name?'), { target: { value: 'personal' } })
    press('Send the report')
    expect(await screen.findByText(/^Thank you/)).toBeTruthy()
    expect(bodyOf(sentTo(`POST ${call}/report`)[0])).toEqual({ why: 'personal' })
  })

  it('whose verification was lost can still leave, and neither buys nor admits', async () => {
    signInAs('Rejected')
    open(asCreator)
    expect(await screen.findByText('Your verification was declined')).toBeTruthy()
    for (const name of ['Buy in this group', /^Let /, 'New code', 'Close the group', 'Rename the group'])
      expect(screen.queryByRole('button', { name })).toBeNull()
    expect(button('Leave the group')).toBeTruthy()
  })
})

describe('an admin', () => {
  it.each([
    ['Let in Charles B.', 'Member'],
    ['Refuse Charles B.', 'Refused'],
  ])('with %s answers who asked', async (name, to) => {
    const { requests } = asCreator
    const done = { ...asCreator, requests: [], waiting: 0 }
    const path = `POST ${call}/members/${requests[0]?.id}`
    const server = open(asCreator, { [path]: ok(done) })
    await part('Asking to join')
    server.answers[`GET ${call}`] = ok(done)
    press(name)
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Asking to join' })).toBeNull())
    expect(bodyOf(server.sentTo(path)[0])).toEqual({ to })
  })

  it('is told what was refused, where it was', async () => {
    const path = `POST ${call}/members/${asCreator.requests[0]?.id}`
    open(asCreator, { [path]: failure(409, 'GroupFull', 'This group is full.') })
    const asking = await part('Asking to join')
    press('Let in Charles B.')
    expect(await within(asking).findByText('This group is full.')).toBeTruthy()
  })

  it('has the code in fours with its day, and the link that carries it; a new one is asked about', async () => {
    const renewed = { ...asCreator, code: { code: '0123456789AB', until: asCreator.createdAt, isOver: false } }
    const server = open(asCreator, { [`POST ${call}/code`]: ok(renewed) })
    const code = await part('Code to join')
    expect(code.textContent).toContain('ABCD-EFGH-JKMN')
    expect((screen.getByLabelText('Link to join') as HTMLInputElement).value).toMatch(/\/GDS\?code=ABCD-EFGH-JKMN$/)
    server.answers[`GET ${call}`] = ok(renewed)
    press('New code')
    expect(screen.getByRole('group', { name: 'Make a new code?' })).toBeTruthy()
    press('Yes, make a new one')
    expect(await within(code).findByText('0123-4567-89AB')).toBeTruthy()
  })

  it('says of a code that is over that it is', async () => {
    open({ ...asCreator, code: { code: 'ABCDEFGHJKMN', until: asCreator.createdAt, isOver: true } })
    const code = await part('Code to join')
    expect(code.textContent).toContain('The code has expired')
    expect(code.textContent).not.toContain('ABCD')
  })

  it('removes somebody only after it was said that this is final; a creator also gives roles', async () => {
    const member = asCreator.people[1]
    const path = `POST ${call}/members/${member?.id}`
    const { sentTo } = open(asCreator, { [path]: ok(asCreator) })
    await part('People')
    press('Change Augusta K.')
    press('Remove')
    expect(screen.getByRole('group', { name: 'Remove Augusta K. from the group?' }).textContent).toContain(
      'cannot be undone',
    )
    press('Yes, remove')
    await waitFor(() => expect(sentTo(path).map(bodyOf)).toEqual([{ to: 'Removed' }]))
    press('Make an admin')
    press('Yes, make an admin')
    await waitFor(() => expect(sentTo(path).map(bodyOf)).toContainEqual({ to: 'Admin' }))
    expect(screen.queryByRole('button', { name: 'Change Ada L.' })).toBeNull()
  })

  it('who is not the creator gives no roles and removes no creator', async () => {
    open({ ...asCreator, mine: { ...asCreator.mine, isCreator: false }, people: sampleDetails.people })
    await part('People')
    expect(screen.queryByRole('button', { name: 'Change Byron A.' })).toBeNull()
    press('Change Augusta K.')
    expect(screen.queryByRole('button', { name: 'Make an admin' })).toBeNull()
    expect(button('Remove')).toBeTruthy()
  })

  it('renames, or reads why not', async () => {
    const path = `POST ${call}/name`
    const server = open(asCreator, { [path]: failure(409, 'GroupNameFixed', 'We gave this group its name.') })
    await part('This group')
    press('Rename the group')
    fireEvent.change(screen.getByLabelText('New name'), { target: { value: 'Another name' } })
    press('Save the name')
    expect(await screen.findByText('We gave this group its name.')).toBeTruthy()
    const renamed = { ...asCreator, name: 'Another name' }
    Object.assign(server.answers, { [path]: ok(renamed), [`GET ${call}`]: ok(renamed) })
    press('Save the name')
    expect(await screen.findByRole('heading', { level: 1, name: 'Another name' })).toBeTruthy()
    expect(button('Rename the group')).toBeTruthy()
  })

  it('closes for good after a plain question', async () => {
    const closed: GroupDetails = {
      ...asCreator,
      ...{ state: 'Closed', code: null, requests: [], may: { ...asCreator.may, buy: false, close: false } },
    }
    const server = open(asCreator, { [`POST ${call}/close`]: ok(closed) })
    await part('This group')
    press('Close the group')
    server.answers[`GET ${call}`] = ok(closed)
    press('Yes, close it')
    expect(await screen.findByText('This group is closed')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Buy in this group' })).toBeNull()
  })
})

describe('who is not in it', () => {
  it('and asked reads so, and may take it back', async () => {
    const { sentTo } = open(standing('Requested'), { [`POST ${call}/leave`]: ok(standing('Left')) })
    expect(await screen.findByText('You asked to join')).toBeTruthy()
    expect(screen.queryByText('Your purchases and certificates')).toBeNull()
    press('Take the request back')
    press('Yes, take it back')
    await waitFor(() => expect(sentTo(`POST ${call}/leave`)).toHaveLength(1))
  })

  it.each([
    ['Refused', 'An admin said no'],
    ['Removed', 'You are no longer in this group'],
  ] as const)('%s reads so', async (state, title) => {
    open(standing(state))
    expect(await screen.findByText(title)).toBeTruthy()
    expect(screen.queryByText('Your purchases and certificates') === null).toBe(state === 'Refused')
  })

  it.each([
    ['nor ever was', address, 1],
    ['at an address that cannot be one', '/GDS/sample', 0],
  ])('%s finds the page that says that there is none', async (_who, at, calls) => {
    const { sentTo } = openGroups(GroupPage, '/GDS/:groupId', at, {
      [`GET ${call}`]: failure(404, 'NotFound', 'Not found.'),
    })
    expect(await screen.findByText('Waiting..')).toBeTruthy()
    expect(sentTo(`GET ${call}`)).toHaveLength(calls)
  })
})

it('buys at a quote with the PIN, and is led to the certificate', async () => {
  const { sentTo } = open(sampleDetails, {}, '?buy=yes')
  fireEvent.change(await screen.findByLabelText('You pay'), { target: { value: '100' } })
  const buy = screen.getByRole('button', { name: 'Buy in the group' })
  await waitFor(() => expect(buy.getAttribute('aria-disabled')).toBe('false'))
  expect((screen.getByLabelText('Grams you receive') as HTMLInputElement).value).toBe('0.750056')
  expect(bodyOf(sentTo(`POST ${call}/purchases/quotes`)[0])).toEqual({ payWith: 'USDT', of: 'pay', amount: '100' })
  fireEvent.click(buy)
  await waitFor(() => expect(useVerifications.getState().waiting).toHaveLength(1))
  act(() => useVerifications.getState().waiting[0]?.settle('passed'))
  const link = await screen.findByRole('link', { name: 'Open the certificate' })
  expect(link.getAttribute('href')).toBe(`${address}/${bought.certificate}`)
  const [sent] = sentTo(`POST ${call}/purchases`)
  expect(bodyOf(sent)).toMatchObject({ quoteId: sampleQuote.id })
  expect(sent?.headers.get('Idempotency-Key')).toBeTruthy()
})
