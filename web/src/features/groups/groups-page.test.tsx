import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tellPages } from '../../lib/known-pages.ts'
import { useSession } from '../../lib/session.ts'
import { type Answers, bodyOf, failure, ok } from '../../lib/test-server.ts'
import { GroupsPage } from './groups-page.tsx'
import { asCreator, idOf, listed, openGroups, sampleDetails, sampleGroup, signInAs } from './test-groups.tsx'

const open = (given: Answers = {}, address = '/GDS') => openGroups(GroupsPage, '/GDS', address, given)

const rowsOf = async (title: string) =>
  within(await screen.findByRole('list', { name: title }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

beforeEach(() => {
  tellPages(() => true)
  signInAs()
})
afterEach(() => act(() => useSession.getState().logOut()))

describe('the groups', () => {
  it('stand by how one stands to them, with grams and what these would bring', async () => {
    const mine = (state: typeof sampleGroup.mine.state) => ({ ...sampleGroup.mine, state })
    const nothing = { grams: '0', value: null, members: null }
    open({
      'GET /groups': listed(
        { ...sampleGroup, waiting: 2, mine: { ...mine('Admin'), isCreator: true } },
        { ...sampleGroup, ...nothing, id: idOf('a2'), name: 'Chess club', kind: 'club', mine: mine('Requested') },
        { ...sampleGroup, ...nothing, id: idOf('a3'), name: 'Works', kind: 'company', mine: mine('Refused') },
        { ...sampleGroup, members: null, id: idOf('a4'), name: 'Old one', mine: mine('Removed') },
      ),
    })
    expect(await screen.findAllByText('328', { exact: false })).toBeTruthy()
    expect(await rowsOf('You are in')).toEqual([
      'Lovelace family 2 ask to joinFamily · 3 people · creator2.500000 GDS328.32 USD if sold now',
    ])
    expect(await rowsOf('You asked to join')).toEqual([
      'Chess club Club · you asked Nov 13, 2026, an admin has to say yes',
      'Works Company · you were refused, and may ask again with a code',
    ])
    expect((await rowsOf('You were in'))[0]).toContain('Old one')
    expect(screen.getByRole('link', { name: /^Lovelace family/ }).getAttribute('href')).toBe(`/GDS/${sampleGroup.id}`)
  })

  it('may be none, and may not be known', async () => {
    const server = open({ 'GET /groups': failure(503, 'Unavailable', 'Not available.') })
    const alert = await screen.findByRole('alert')
    server.answers['GET /groups'] = listed()
    fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('No groups yet')).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'You are in' })).toBeNull()
  })
})

const code = () => screen.findByLabelText('Code')
const pressAsk = () => fireEvent.click(screen.getByRole('button', { name: 'Ask to join' }))

describe('who has a code', () => {
  it('asks to join, and is led to how that stands', async () => {
    const { sentTo, router } = open({ 'POST /groups/join': ok({ ...sampleGroup, members: null }) })
    fireEvent.change(await code(), { target: { value: 'abcd efgh jkmn' } })
    pressAsk()
    await waitFor(() => expect(router.state.location.pathname).toBe(`/GDS/${sampleGroup.id}`))
    expect(bodyOf(sentTo('POST /groups/join')[0])).toEqual({ code: 'abcd efgh jkmn' })
  })

  it('finds it filled in behind a link, and nothing is sent by that', async () => {
    const { requests } = open({}, '/GDS?code=ABCD-EFGH-JKMN')
    expect(((await code()) as HTMLInputElement).value).toBe('ABCD-EFGH-JKMN')
    expect(requests.every(({ method }) => method === 'GET')).toBe(true)
  })

  it('is told at the field what is wrong with it', async () => {
    const wrong = 'This code is wrong or has expired. Please ask an admin of the group for a new one.'
    const { sentTo } = open({ 'POST /groups/join': failure(400, 'GroupCodeWrong', wrong) })
    fireEvent.change(await code(), { target: { value: 'ILOU' } })
    pressAsk()
    expect(await screen.findByText('Please check the code.')).toBeTruthy()
    expect(sentTo('POST /groups/join')).toHaveLength(0)
    fireEvent.change(await code(), { target: { value: 'ABCD-EFGH-JKMN' } })
    pressAsk()
    expect(await screen.findByText(wrong)).toBeTruthy()
  })
})

describe('a new group', () => {
  it('is made under one key, and opens', async () => {
    const { sentTo, router } = open({ 'POST /groups': ok(asCreator) })
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Chess club' } })
    fireEvent.click(screen.getByRole('radio', { name: 'Club' }))
    fireEvent.click(screen.getByRole('button', { name: 'Create the group' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`/GDS/${sampleDetails.id}`))
    const [sent] = sentTo('POST /groups')
    expect(bodyOf(sent)).toEqual({ name: 'Chess club', kind: 'club' })
    expect(sent?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('that there cannot be is told why', async () => {
    open({ 'POST /groups': failure(409, 'TooManyGroups', 'You are in as many groups as one can be in.') })
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'x' } })
    fireEvent.click(screen.getByRole('button', { name: 'Create the group' }))
    expect(await screen.findByText('Please enter a name of at least 2 characters.')).toBeTruthy()
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'xy' } })
    fireEvent.click(screen.getByRole('button', { name: 'Create the group' }))
    expect(await screen.findByText('You are in as many groups as one can be in.')).toBeTruthy()
  })

  it('cannot be made, nor one joined, where the product is closed', async () => {
    open({ 'GET /products': ok([{ name: 'gds', closed: 'everywhere' }]) })
    const button = await screen.findByRole('button', { name: 'Create the group' })
    await waitFor(() => expect(button.hasAttribute('disabled')).toBe(true))
    expect(screen.getByRole('button', { name: 'Ask to join' }).hasAttribute('disabled')).toBe(true)
  })
})
