import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { dialogNamed, factOf, fillIn, openConsole, pressIn, sampleApproval } from '../../lib/test-console.tsx'
import { bodyOf, failure, ok, page, success } from '../../lib/test-server.ts'
import { OperatorCustomersPage } from './operator-customers-page.tsx'
import { OperatorHomePage } from './operator-home-page.tsx'
import { OperatorQueuePage } from './operator-queue-page.tsx'

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

const desk = {
  queues: [
    { queue: 'identity-checks', title: 'Identity checks', count: 3, oldestAt: ago(5), states: ['Open', 'Final'] },
    { queue: 'freezes', title: 'Frozen accounts', count: 0, oldestAt: null, states: ['Frozen'] },
  ],
  approvalsForMe: 2,
  approvalsOfMine: 1,
  figures: [
    { name: 'coverage', title: 'Coverage', value: '100.2', unit: '%' },
    { name: 'free', title: 'Gold that can be sold', value: '12793.771298458202083838', unit: 'g' },
    { name: 'usdt', title: 'Treasury, USDT', value: '1004511.109560154903375', unit: 'USDT' },
    { name: 'age', title: 'Age of the gold price', value: '739', unit: 's' },
    { name: 'lag', title: 'Settlement lag', value: null, unit: 's' },
  ],
  alarms: [{ name: 'price', problem: 'The price is stale.', advice: 'Check the feed.' }],
  alone: [{ at: ago(30), title: 'Operator created', operator: null }],
}

const ada = { id: '0198a3c1-0000-7000-8000-0000000000c1', username: 'ada' }

const waiting = (id: string, title: string) => ({
  id,
  title,
  state: 'Open',
  since: ago(2),
  customer: ada,
  facts: [{ name: 'Document', value: 'Passport' }],
  advice: 'Compare the names.',
  choices: [
    { action: 'accept', label: 'Accept', needsTwo: false, told: 'You are verified.' },
    { action: 'overturn', label: 'Overturn', needsTwo: true, told: null },
  ],
  taken: null as { by: string; since: string; isMine: boolean } | null,
  mayTake: true,
})

describe('the home of the console', () => {
  const open = (answer = ok(desk)) =>
    openConsole(OperatorHomePage, '/operator', '/operator', { 'GET /operator/desk': answer })

  it('tells what waits and for how long, and leads there', async () => {
    open()
    const row = await screen.findByRole('link', { name: /^Identity checks/ })
    expect(row.textContent).toBe('Identity checksThe oldest has waited 5 hours3')
    expect(row.getAttribute('href')).toBe('/operator/queues/identity-checks')
    expect(screen.getByRole('link', { name: /^Frozen accounts/ }).textContent).toContain('Nothing is waiting')
    expect(screen.getByRole('link', { name: /^For you to decide/ }).textContent).toMatch(/2$/)
    const mine = screen.getByRole('link', { name: /^Your requests/ })
    expect(mine.getAttribute('href')).toBe('/operator/approvals?show=mine')
  })

  it('tells alarms with advice, figures, and what one person did alone', async () => {
    open()
    const alarms = within(await screen.findByRole('region', { name: 'Needs attention' }))
    expect(alarms.getByText('Check the feed.')).toBeTruthy()
    expect(await factOf('Coverage')).toBe('100.2 %')
    expect(await factOf('Gold that can be sold')).toBe('12,793.771298 g')
    expect(await factOf('Treasury, USDT')).toBe('1,004,511.10 USDT')
    expect(await factOf('Age of the gold price')).toBe('12 minutes')
    expect(await factOf('Settlement lag')).toBe('—')
    expect(screen.getByText('At the machine')).toBeTruthy()
  })

  it('that could not be loaded says so and is asked for again', async () => {
    const { answers } = open(failure(503, 'Unavailable', 'Not available.'))
    const alert = await screen.findByRole('alert')
    answers['GET /operator/desk'] = ok(desk)
    fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect(await factOf('Coverage')).toBe('100.2 %')
  })
})

describe('a queue', () => {
  const items = [waiting('one', 'Check of ada'), waiting('two', 'Check of bob'), waiting('three', 'Check of eve')]
  const open = (address = '/operator/queues/identity-checks', more = {}) =>
    openConsole(OperatorQueuePage, '/operator/queues/:queue', address, {
      'GET /operator/desk': ok(desk),
      'GET /operator/queues/identity-checks': page(items),
      'POST /operator/queues/identity-checks/two/decide': ok({ done: true }),
      ...more,
    })
  const link = (name: RegExp) => screen.findByRole('link', { name })
  const key = (name: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key: name })
  const focused = () => document.activeElement?.textContent ?? ''

  it('is walked by j and k from anywhere, and by arrows within', async () => {
    open()
    await link(/^Check of ada/)
    key('ArrowDown')
    expect(document.activeElement).toBe(document.body)
    key('j')
    expect(focused()).toMatch(/^Check of ada/)
    key('j')
    key('ArrowDown')
    expect(focused()).toMatch(/^Check of eve/)
    key('j')
    expect(focused()).toMatch(/^Check of eve/)
    key('k')
    key('ArrowUp')
    expect(focused()).toMatch(/^Check of ada/)
  })

  it('leaves keys alone that belong to a field or to the browser', async () => {
    open()
    const first = await link(/^Check of ada/)
    act(() => first.focus())
    fireEvent.keyDown(first, { key: 'j', ctrlKey: true })
    expect(document.activeElement).toBe(first)
  })

  it('asks for more at its end', async () => {
    const { sentTo } = open(undefined, {
      'GET /operator/queues/identity-checks': ({ params }: { params: Record<string, string> }) =>
        params.cursor ? page([waiting('four', 'Check of dan')]) : page([items[0]], '7'),
    })
    const first = await link(/^Check of ada/)
    act(() => first.focus())
    key('j')
    expect(await link(/^Check of dan/)).toBeTruthy()
    expect(sentTo('GET /operator/queues/identity-checks')[1]?.params).toEqual({ cursor: '7' })
  })

  it('opens an item beside the list, with what it is and the focus on it', async () => {
    const { router } = open()
    fireEvent.click(await link(/^Check of bob/))
    const heading = await screen.findByRole('heading', { name: 'Check of bob' })
    expect(document.activeElement).toBe(heading)
    expect(router.state.location.search).toBe('?item=two')
    expect(await factOf('Document')).toBe('Passport')
    expect(screen.getByText('Compare the names.')).toBeTruthy()
    expect((await link(/^ada$/)).getAttribute('href')).toBe(`/operator/customers/${ada.id}`)
    // The next one is the one after what is open.
    key('j')
    expect(focused()).toMatch(/^Check of eve/)
  })

  it('shows a picture that is part of an item, and leads to the page that it has', async () => {
    const more = { picture: '/api/pictures/abc', page: '/operator/wall/7' }
    open('/operator/queues/identity-checks?item=one', {
      'GET /operator/queues/identity-checks': page([{ ...items[0], title: 'Ada L.', ...more }]),
    })
    const { src } = await screen.findByRole<HTMLImageElement>('img', { name: 'As it would be shown: Ada L.' })
    expect(src).toMatch(/\/api\/pictures\/abc$/)
    expect((await link(/^Open its page$/)).getAttribute('href')).toBe('/operator/wall/7')
  })

  it('opens what the customer sent about an item, beside its facts', async () => {
    const id = '0198a3c1-0000-7000-8000-0000000000d2'
    const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined)
    const { sentTo, answers } = open('/operator/queues/identity-checks?item=one', {
      'GET /operator/queues/identity-checks': page([
        { ...waiting('one', 'Check of ada'), files: [{ id, name: 'statement.pdf' }] },
      ]),
      [`GET /operator/uploads/${id}/file`]: failure(429, 'TooManyTries', 'Please wait a moment.'),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Open statement.pdf' }))
    expect(await screen.findByText('Please wait a moment.')).toBeTruthy()
    answers[`GET /operator/uploads/${id}/file`] = success(new Uint8Array([1, 2, 3]))
    fireEvent.click(screen.getByRole('button', { name: 'Open statement.pdf' }))
    await waitFor(() => expect(save).toHaveBeenCalledOnce())
    expect(sentTo(`GET /operator/uploads/${id}/file`)).toHaveLength(2)
    save.mockRestore()
  })

  it('tells who is on what; whoever is may give it back, and nobody else is offered it', async () => {
    const taken = [
      { ...waiting('one', 'Check of ada'), taken: { by: 'me', since: ago(0), isMine: true } },
      { ...waiting('two', 'Check of bob'), taken: { by: 'otto', since: ago(0), isMine: false } },
      waiting('three', 'Check of eve'),
      { ...waiting('four', 'Check of dan'), mayTake: false },
    ]
    const { sentTo } = open('/operator/queues/identity-checks?item=three', {
      'GET /operator/queues/identity-checks': page(taken),
      'POST /operator/queues/identity-checks/three/take': failure(409, 'StateChanged', 'otto is on this already.'),
      'POST /operator/queues/identity-checks/one/take': ok({ done: true }),
    })
    expect((await link(/^Check of ada/)).textContent).toContain('taken by you')
    expect((await link(/^Check of bob/)).textContent).toContain('taken by otto')
    fireEvent.click(await screen.findByRole('button', { name: 'Take it' }))
    expect(await screen.findByText('otto is on this already.')).toBeTruthy()
    expect(bodyOf(sentTo('POST /operator/queues/identity-checks/three/take')[0])).toEqual({ taken: true })
    fireEvent.click(await link(/^Check of ada/))
    fireEvent.click(await screen.findByRole('button', { name: 'Give it back' }))
    await waitFor(() =>
      expect(bodyOf(sentTo('POST /operator/queues/identity-checks/one/take')[0])).toEqual({ taken: false }),
    )
    for (const name of [/^Check of bob/, /^Check of dan/]) {
      fireEvent.click(await link(name))
      await screen.findByRole('heading', { level: 2 })
      expect(screen.queryByRole('button', { name: /Take it|Give it back/ })).toBeNull()
    }
  })

  it('is narrowed by state and by who is on it, and an item opens within that', async () => {
    const { sentTo, router } = open()
    fireEvent.change(await screen.findByRole('combobox', { name: 'State' }), { target: { value: 'Final' } })
    await waitFor(() =>
      expect(sentTo('GET /operator/queues/identity-checks').at(-1)?.params).toEqual({ state: 'Final' }),
    )
    fireEvent.change(screen.getByRole('combobox', { name: 'Taken' }), { target: { value: 'by-me' } })
    await waitFor(() =>
      expect(sentTo('GET /operator/queues/identity-checks').at(-1)?.params).toEqual({ state: 'Final', taken: 'by-me' }),
    )
    fireEvent.click(await link(/^Check of bob/))
    await waitFor(() => expect(router.state.location.search).toBe('?item=two&state=Final&taken=by-me'))
  })

  it('decides with a reason, after showing what the customer will be told', async () => {
    const { sentTo } = open('/operator/queues/identity-checks?item=two')
    fireEvent.click(await screen.findByRole('button', { name: 'Accept' }))
    const dialog = await dialogNamed('Accept')
    expect(dialog.getByText('You are verified.')).toBeTruthy()
    pressIn(dialog, 'Accept')
    expect(await dialog.findByText('Please say why, in a few words.')).toBeTruthy()
    expect(sentTo('POST /operator/queues/identity-checks/two/decide')).toEqual([])
    fillIn(dialog, { Reason: ' The names match ' })
    pressIn(dialog, 'Accept')
    expect(await screen.findByText('Check of bob: done.')).toBeTruthy()
    expect(bodyOf(sentTo('POST /operator/queues/identity-checks/two/decide')[0])).toEqual({
      action: 'accept',
      reason: 'The names match',
    })
    await waitFor(() => expect(sentTo('GET /operator/queues/identity-checks').length).toBeGreaterThan(1))
  })

  it('asks a second operator for what takes two, with password and 2FA code', async () => {
    const { sentTo } = open('/operator/queues/identity-checks?item=two', {
      'POST /operator/approvals': ok(sampleApproval),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Overturn' }))
    const dialog = await dialogNamed('Overturn')
    expect(dialog.getByText('The customer is not told.')).toBeTruthy()
    fillIn(dialog, { Reason: 'Wrong person', 'Your password': 'blue kettle', '2FA code': '123 456' })
    pressIn(dialog, 'Ask for approval')
    expect(await dialog.findByText(/Another operator has been asked/)).toBeTruthy()
    const [sent] = sentTo('POST /operator/approvals')
    expect(bodyOf(sent)).toEqual({
      action: 'overturn',
      thing: 'two',
      given: {},
      reason: 'Wrong person',
      password: 'blue kettle',
      inputCode: '123456',
    })
    expect(sent?.headers.get('Idempotency-Key')).toBeTruthy()
  })

  it('says at the field what is wrong with the proof', async () => {
    open('/operator/queues/identity-checks?item=two', {
      'POST /operator/approvals': failure(400, 'TwoFactorCodeIncorrect', 'This code is not right.'),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Overturn' }))
    const dialog = await dialogNamed('Overturn')
    fillIn(dialog, { Reason: 'Wrong person', 'Your password': 'blue kettle', '2FA code': '123456' })
    pressIn(dialog, 'Ask for approval')
    expect(await dialog.findByText('This code is not right.')).toBeTruthy()
    expect(document.activeElement).toBe(dialog.getByLabelText('2FA code'))
  })

  it('with nothing in it says so', async () => {
    open(undefined, { 'GET /operator/queues/identity-checks': page([]) })
    expect(await screen.findByText('Nothing is waiting')).toBeTruthy()
  })
})

describe('customers', () => {
  const row = { ...ada, email: 'ada@example.com', state: 'Verified', since: '2026-11-01T00:00:00.000Z' }
  const sheet = {
    ...row,
    facts: [{ name: 'Outgoing transfers', value: 'Frozen' }],
    balances: [{ asset: 'USDT', purpose: 'available', amount: '250.5' }],
    sessions: [{ id: 's1', device: 'Firefox on Linux', lastSeenAt: ago(1) }],
    activity: [{ at: ago(1), kind: 'signed-in' }],
    choices: [
      { action: 'freeze-customer', label: 'Freeze', needsTwo: false, told: 'Your account was frozen.' },
      { action: 'lift-freeze', label: 'Unfreeze', needsTwo: true, told: 'Your account can send again.' },
    ],
  }
  const open = (address: string, more = {}) =>
    openConsole(OperatorCustomersPage, '/operator/customers/:id?', address, {
      'GET /operator/customers': page([row]),
      [`GET /operator/customers/${ada.id}`]: ok(sheet),
      [`POST /operator/customers/${ada.id}/act`]: ok({ done: true }),
      [`POST /operator/customers/${ada.id}/personal-data`]: ok([{ name: 'Name', value: 'Ada Lovelace' }]),
      ...more,
    })

  it('are found by the beginning of their name, which stays in the address', async () => {
    const { sentTo, router } = open('/operator/customers')
    await screen.findByRole('link', { name: /^ada/ })
    fireEvent.change(screen.getByLabelText('Username or e-mail'), { target: { value: ' ada ' } })
    fireEvent.click(screen.getByRole('button', { name: 'Find' }))
    await waitFor(() => expect(sentTo('GET /operator/customers').at(-1)?.params).toEqual({ search: 'ada' }))
    expect(router.state.location.search).toBe('?search=ada')
  })

  it('are for some roles only, which others are told', async () => {
    open('/operator/customers', { 'GET /operator/customers': failure(403, 'Forbidden', 'Not for you.') })
    expect(await screen.findByText('Your roles do not cover this')).toBeTruthy()
  })

  it('are shown with balances, sessions, activity and what was asked for', async () => {
    open(`/operator/customers/${ada.id}`, { 'GET /operator/approvals': page([sampleApproval]) })
    expect(await screen.findByRole('heading', { level: 1, name: 'ada' })).toBeTruthy()
    expect(await factOf('Outgoing transfers')).toBe('Frozen')
    expect(await factOf('USDT, available')).toBe('250.50 USDT')
    expect(await factOf('Firefox on Linux')).toMatch(/^last active/)
    expect(await factOf('Logged in')).toBeTruthy()
    expect(await screen.findByText('Unfreeze an account: waiting for approval')).toBeTruthy()
  })

  it('are acted on with a reason', async () => {
    const { sentTo } = open(`/operator/customers/${ada.id}`)
    fireEvent.click(await screen.findByRole('button', { name: 'Freeze' }))
    const dialog = await dialogNamed('Freeze')
    expect(dialog.getByText('Your account was frozen.')).toBeTruthy()
    fillIn(dialog, { Reason: 'Asked by phone' })
    pressIn(dialog, 'Freeze')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bodyOf(sentTo(`POST /operator/customers/${ada.id}/act`)[0])).toEqual({
      action: 'freeze-customer',
      reason: 'Asked by phone',
    })
    await waitFor(() => expect(sentTo(`GET /operator/customers/${ada.id}`)).toHaveLength(2))
  })

  it('are asked for with the line that it takes, which may stay empty', async () => {
    const asks = { name: 'code', label: 'Referral code', description: 'Leave it empty if nobody did.' }
    const choice = { action: 'correct-introducer', label: 'Correct', needsTwo: true, told: null, asks }
    const { sentTo } = open(`/operator/customers/${ada.id}`, {
      [`GET /operator/customers/${ada.id}`]: ok({ ...sheet, choices: [choice] }),
      'POST /operator/approvals': ok(sampleApproval),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Correct' }))
    const dialog = await dialogNamed('Correct')
    fillIn(dialog, {
      'Referral code': 'ADA17',
      Reason: 'A wrong link',
      'Your password': 'secret',
      '2FA code': '123456',
    })
    pressIn(dialog, 'Ask for approval')
    await waitFor(() =>
      expect(bodyOf(sentTo('POST /operator/approvals')[0])).toMatchObject({
        action: 'correct-introducer',
        thing: ada.id,
        given: { code: 'ADA17' },
      }),
    )
  })

  it('show what is personal after a reason only', async () => {
    const { sentTo } = open(`/operator/customers/${ada.id}`)
    fireEvent.click(await screen.findByRole('button', { name: 'Show personal data' }))
    expect(screen.queryByText('Ada Lovelace')).toBeNull()
    const dialog = await dialogNamed('Show personal data')
    fillIn(dialog, { Reason: 'Court order 17' })
    pressIn(dialog, 'Show')
    expect(await factOf('Name')).toBe('Ada Lovelace')
    expect(bodyOf(sentTo(`POST /operator/customers/${ada.id}/personal-data`)[0])).toEqual({ reason: 'Court order 17' })
  })

  it('have sent files, which are opened one by one', async () => {
    const id = '0198a3c1-0000-7000-8000-0000000000d1'
    const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined)
    const sent = { id, kind: 'proof', title: 'Document for us', bytes: 2048, uploadedAt: ago(2), keptUntil: ago(-2) }
    const all = [
      { ...sent, name: 'salary.pdf', state: 'sent' },
      { ...sent, id: ada.id, name: 'gone.pdf', state: 'erased' },
    ]
    const { sentTo, answers } = open(`/operator/customers/${ada.id}`, {
      [`GET /operator/customers/${ada.id}/uploads`]: page(all),
      [`GET /operator/uploads/${id}/file`]: failure(403, 'Forbidden', 'You do not have access to this.'),
    })
    expect((await screen.findByText('salary.pdf')).tagName).toBe('H3')
    fireEvent.click(screen.getByRole('button', { name: 'Open salary.pdf' }))
    expect(await screen.findByText('You do not have access to this.')).toBeTruthy()
    answers[`GET /operator/uploads/${id}/file`] = success(new Uint8Array([1, 2, 3]))
    fireEvent.click(screen.getByRole('button', { name: 'Open salary.pdf' }))
    await waitFor(() => expect(save).toHaveBeenCalledOnce())
    expect(sentTo(`GET /operator/uploads/${id}/file`)).toHaveLength(2)
    save.mockRestore()
    expect(screen.queryByRole('button', { name: 'Open gone.pdf' })).toBeNull()
  })

  it('that do not exist are told as such', async () => {
    open('/operator/customers/0198a3c1-0000-7000-8000-0000000000ff')
    expect(await screen.findByText('There is no such customer')).toBeTruthy()
  })
})
