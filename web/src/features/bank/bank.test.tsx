import { type BankLine, type BankPayment, type BankStatement, statementLimit } from '@ingot/endpoints/bank'
import type { Role } from '@ingot/endpoints/roles'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useSession } from '../../lib/session.ts'
import {
  dialogNamed,
  factOf,
  fillIn,
  openConsole,
  pressIn,
  sampleApproval,
  signInOperator,
} from '../../lib/test-console.tsx'
import { bodyOf, failure, ok, page, success } from '../../lib/test-server.ts'
import { OperatorBankPage } from './operator-bank-page.tsx'
import type { Bank } from './queries.ts'

afterEach(() => act(() => useSession.getState().logOut()))

const at = '2026-11-17T09:00:00.000Z'
const idOf = (number: number) => `0198a3c1-0000-4000-8000-0000000000${String(number).padStart(2, '0')}`
const ada = { id: idOf(1), username: 'ada' }

const bank: Bank = {
  account: { holder: 'Ingot Savings', bank: 'Harbour Bank', number: 'XX00 1234', bic: 'HARBXX22' },
  books: '10250.00',
  statement: { sequence: '17', closing: '10000.50', until: '2026-11-16' },
  difference: '0.00',
  suspense: '250.00',
  toPay: { count: 1, sum: '99.80' },
  onTheWay: { count: 2, sum: '300.00' },
  channel: { isOn: true, lastAt: at },
}

const statement: BankStatement = {
  ...{ id: idOf(2), number: '5', state: 'Accepted', broughtBy: 'olga', isFromChannel: false, file: 'november.xml' },
  ...{ sha256: 'ab'.repeat(32), account: 'XX00 1234', currency: 'USD', sequence: '17' },
  ...{ from: '2026-11-16', until: '2026-11-16', opening: '9000.00', closing: '10000.50', lines: 4 },
  ...{ credits: '1500.50', debits: '500.00', open: 1, at, acceptedAt: at, approval: null, problem: null },
}

const line: BankLine = {
  ...{ id: idOf(3), number: '31', statement: statement.id, sequence: '17', direction: 'in', amount: '250.00' },
  ...{ bookedOn: '2026-11-16', name: 'Ada Lovelace', ultimateName: null, lastFour: '4321', reference: null },
  ...{ text: 'savings', endToEndId: 'E2E-1', isReversal: false, state: 'Suspense', became: null, customer: null },
  proposals: [{ remittance: idOf(4), number: '12', customer: ada, why: 'The same account, and the only open one.' }],
}

const payment: BankPayment = {
  ...{ id: idOf(5), number: '8', kind: 'payout', state: 'Ready', amount: '99.80', name: 'Ada Lovelace' },
  ...{
    lastFour: '4321',
    endToEndId: 'IG00',
    customer: ada,
    madeAt: at,
    approvedBy: ['paul'],
    file: null,
    maySend: true,
  },
}

const file = {
  ...{ id: idOf(6), number: '2', name: 'payments-2.xml', sha256: 'cd'.repeat(32), payments: 1, sum: '99.80' },
  ...{ madeBy: 'olga', at },
}

const calls = {
  statements: 'GET /operator/bank/statements',
  upload: 'POST /operator/bank/statements',
  lines: 'GET /operator/bank/lines',
  payments: 'GET /operator/bank/payments',
  files: 'GET /operator/bank/files',
  make: 'POST /operator/bank/files',
  approvals: 'POST /operator/approvals',
}

const open = (search = '', more = {}, roles: Role[] = ['Finance']) => {
  signInOperator(roles)
  return openConsole(OperatorBankPage, '/operator/bank', `/operator/bank${search}`, {
    'GET /operator/bank': ok(bank),
    [calls.statements]: page([statement]),
    [calls.upload]: ok({ ...statement, state: 'Waiting', sequence: '18', approval: sampleApproval.id }),
    [calls.lines]: page([line]),
    [calls.payments]: page([payment]),
    [calls.files]: page([file]),
    [calls.make]: ok(file),
    [calls.approvals]: ok(sampleApproval),
    ...more,
  })
}

const proof = { Reason: 'As every morning', 'Your password': 'blue kettle', '2FA code': '123456' }

const withDownloads = () => {
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined)
  // Else the page would leave for the file, and the tests after it with it.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  return made
}

describe('the sums', () => {
  it('are told by books and by bank, with what waits and where to look', async () => {
    open()
    expect(await factOf('At the bank by our books')).toBe('10,250.00 USD')
    expect(await factOf('By its last statement')).toBe('10,000.50 USD')
    expect(screen.getByText(/^Statement 17, until/)).toBeTruthy()
    expect(screen.getByText('Payments on their way and new lines explain all of it.')).toBeTruthy()
    expect(await factOf('To pay')).toBe('99.80 USD')
    expect(await factOf('On the way')).toBe('300.00 USD')
    const link = screen.getByRole('link', { name: 'Lines that nobody has matched' })
    expect(link.getAttribute('href')).toBe('/operator/bank?show=lines&state=Suspense')
    expect(screen.getByText(/^Ingot Savings, Harbour Bank, XX00 1234/).textContent).toContain('the bank’s own channel')
  })

  it('say that books and bank differ', async () => {
    open('', { 'GET /operator/bank': ok({ ...bank, difference: '-12.50' }) })
    expect(await factOf('Unexplained difference')).toBe('-12.50 USD')
    expect(screen.getByText(/^Nothing that we know of explains it/)).toBeTruthy()
  })

  it('are unknown, never nothing, where no statement has come', async () => {
    const none = { account: null, statement: null, difference: null, channel: { isOn: false, lastAt: null } }
    open('', { 'GET /operator/bank': ok({ ...bank, ...none }) })
    expect(await factOf('By its last statement')).toBe('—')
    expect(await factOf('Unexplained difference')).toBe('—')
    expect(screen.getByText(/^No account is set up yet\./).textContent).toContain('the bank’s own channel is off')
  })

  it('are for some roles only, which others are told', async () => {
    open('', { 'GET /operator/bank': failure(403, 'Forbidden', 'No.') }, ['Support'])
    expect(await screen.findByText('Your roles do not cover this')).toBeTruthy()
  })
})

describe('a statement', () => {
  it('is told with its numbers and sums, who brought it, and leads to its lines', async () => {
    open()
    const item = (await screen.findByRole('heading', { name: 'Statement 17' })).closest('li')
    const text = item?.textContent ?? ''
    for (const words of ['Accepted', 'brought by olga', 'november.xml', '9,000.00 USD', '10,000.50 USD', '4 lines'])
      expect(text).toContain(words)
    expect(text).toContain('1 line not settled yet')
    const link = screen.getByRole('link', { name: 'See its lines' })
    expect(link.getAttribute('href')).toBe(`/operator/bank?show=lines&statement=${statement.id}`)
  })

  it('that waits says for whom, and one that was refused says why', async () => {
    const waits = { ...statement, id: idOf(7), state: 'Waiting', approval: sampleApproval.id }
    const refused = { ...statement, id: idOf(8), state: 'Refused', problem: 'The closing balance does not add up.' }
    open('', { [calls.statements]: page([waits, refused]) })
    expect(await screen.findByText('Another person must confirm this at the bank.')).toBeTruthy()
    expect(screen.getByText('The closing balance does not add up.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'See its lines' })).toBeNull()
  })

  it('is narrowed by state, which stays in the address', async () => {
    const { sentTo, router } = open()
    fireEvent.change(await screen.findByRole('combobox', { name: 'State' }), { target: { value: 'Waiting' } })
    await waitFor(() => expect(sentTo(calls.statements).at(-1)?.params).toEqual({ state: 'Waiting' }))
    expect(router.state.location.search).toBe('?state=Waiting')
  })
})

describe('an upload', () => {
  const openDialog = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Upload a statement' }))
    return dialogNamed('Upload a statement')
  }
  const choose = (dialog: Awaited<ReturnType<typeof dialogNamed>>, chosen: File) =>
    fireEvent.change(dialog.getByLabelText('Statement of the bank'), { target: { files: [chosen] } })
  const xml = new File(['<Document/>'], 'today.xml')

  it('takes a file and a reason, and then tells what another person has to confirm', async () => {
    const { sentTo } = open()
    const dialog = await openDialog()
    pressIn(dialog, 'Upload')
    expect(await dialog.findByText('Please choose the file that you got from the bank.')).toBeTruthy()
    expect(document.activeElement?.textContent).toBe('Choose a file')
    choose(dialog, xml)
    expect(await dialog.findByText(/^today\.xml, /)).toBeTruthy()
    expect(dialog.queryByText('Please choose the file that you got from the bank.')).toBeNull()
    fillIn(dialog, { Reason: 'From the bank’s page' })
    pressIn(dialog, 'Upload')
    expect(await dialog.findByText('Another person must confirm this at the bank')).toBeTruthy()
    expect(await factOf('Number of the statement')).toBe('18')
    expect(dialog.getByText(/^XX00 1234/).textContent).toBe('XX00 1234, USD')
    expect(dialog.getByText('4 lines')).toBeTruthy()
    const sent = bodyOf(sentTo(calls.upload)[0]) as { file: File; reason: string }
    expect(sent.reason).toBe('From the bank’s page')
    expect(sent.file.name).toBe('today.xml')
    // What waits now is asked for again.
    await waitFor(() => expect(sentTo(calls.statements).length).toBeGreaterThan(1))
  })

  it('takes what is dropped, the last one alone', async () => {
    open()
    const dialog = await openDialog()
    const area = dialog.getByRole('button', { name: 'Choose a file' }).parentElement as HTMLElement
    fireEvent.dragOver(area)
    fireEvent.drop(area, { dataTransfer: { files: [new File(['a'], 'first.xml')] } })
    fireEvent.drop(area, { dataTransfer: { files: [xml] } })
    expect(await dialog.findByText(/^today\.xml, /)).toBeTruthy()
    expect(dialog.queryByText(/first\.xml/)).toBeNull()
  })

  it.each([
    ['is empty', 0, 'This file is empty.'],
    ['is too large', statementLimit + 1, /^This file is too large: at most 50/],
  ])('that %s is not sent', async (_what, size, words) => {
    const { sentTo } = open()
    const dialog = await openDialog()
    const chosen = new File(['x'], 'today.xml')
    Object.defineProperty(chosen, 'size', { value: size })
    choose(dialog, chosen)
    fillIn(dialog, { Reason: 'From the bank’s page' })
    pressIn(dialog, 'Upload')
    expect(await dialog.findByText(words)).toBeTruthy()
    expect(sentTo(calls.upload)).toEqual([])
  })

  it('that is refused says why in the server’s words, which stay, and another file may be chosen', async () => {
    const why = 'Statement 19 does not follow the last one, which is 17. Nothing was written.'
    const { answers } = open('', { [calls.upload]: failure(400, 'StatementRefused', why) })
    const dialog = await openDialog()
    choose(dialog, xml)
    fillIn(dialog, { Reason: 'From the bank’s page' })
    pressIn(dialog, 'Upload')
    expect(await dialog.findByText(why)).toBeTruthy()
    choose(dialog, new File(['<Document/>'], 'other.xml'))
    expect(dialog.getByText(why)).toBeTruthy()
    answers[calls.upload] = ok({ ...statement, state: 'Waiting' })
    pressIn(dialog, 'Upload')
    expect(await dialog.findByText('Another person must confirm this at the bank')).toBeTruthy()
  })
})

describe('a line', () => {
  it('is told as the bank wrote it, and what it became', async () => {
    const taken = {
      ...{ ...line, id: idOf(9), state: 'Taken', became: 'Remittance 12', customer: ada, proposals: [] },
      ...{ ultimateName: 'Bob', reference: 'RF18539007547034', direction: 'in' },
    }
    const out = { ...line, id: idOf(10), direction: 'out', name: null, isReversal: true, state: 'Reversed' }
    open('?show=lines', { [calls.lines]: page([taken, out]) })
    const [first, second] = within(await screen.findByRole('list', { name: 'Lines' })).getAllByRole('heading')
    const text = first?.closest('li')?.textContent ?? ''
    for (const words of [
      '+250.00 USD',
      'account …4321',
      'on behalf of Bob',
      'RF18539007547034',
      'Taken · Remittance 12',
    ])
      expect(text).toContain(words)
    expect(second?.textContent).toBe('Recipient not told')
    expect(second?.closest('li')?.textContent).toContain('−250.00 USD')
    expect(second?.closest('li')?.textContent).toContain('undoes an earlier one')
  })

  it('is found by state, direction and statement, and handed out so', async () => {
    const made = withDownloads()
    const table = 'GET /operator/bank/lines.csv'
    const { sentTo, router } = open(`?show=lines&statement=${statement.id}&state=nonsense`, {
      [table]: { status: 200, data: 'Number' },
    })
    const select = (name: string, value: string) =>
      fireEvent.change(screen.getByRole('combobox', { name }), { target: { value } })
    await screen.findByRole('heading', { name: 'Ada Lovelace' })
    expect(sentTo(calls.lines)[0]?.params).toEqual({ statement: statement.id })
    select('State', 'Suspense')
    select('Money', 'in')
    const wanted = { statement: statement.id, state: 'Suspense', direction: 'in' }
    await waitFor(() => expect(sentTo(calls.lines).at(-1)?.params).toEqual(wanted))
    expect(router.state.location.search).toContain('direction=in')
    fireEvent.click(screen.getByRole('button', { name: 'Download CSV' }))
    await waitFor(() => expect(made).toHaveBeenCalledOnce())
    expect(sentTo(table)[0]?.params).toEqual(wanted)
  })

  it('in suspense is matched with a proposal by two', async () => {
    const { sentTo } = open('?show=lines')
    expect(await screen.findByText('The same account, and the only open one.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Match with remittance 12' }))
    const dialog = await dialogNamed('Match with remittance 12')
    expect(dialog.getByText(/^250\.00 USD from Ada Lovelace would be taken for what ada announced/)).toBeTruthy()
    fillIn(dialog, proof)
    pressIn(dialog, 'Ask for approval')
    expect(await dialog.findByText(/Another operator has been asked/)).toBeTruthy()
    expect(bodyOf(sentTo(calls.approvals)[0])).toMatchObject({
      action: 'match-line',
      thing: `line:${line.id}`,
      given: { remittance: idOf(4) },
    })
  })

  it.each([
    ['Return line 31', 'Return 250.00 USD', 'return-line', {}],
    ['Keep line 31', 'Keep 250.00 USD', 'keep-line', { from: 'processor' }],
  ])('in suspense: %s takes two', async (button, title, action, given) => {
    const { sentTo } = open('?show=lines', { [calls.lines]: page([{ ...line, proposals: [] }]) })
    fireEvent.click(await screen.findByRole('button', { name: button }))
    const dialog = await dialogNamed(title)
    fillIn(dialog, proof)
    pressIn(dialog, 'Ask for approval')
    await waitFor(() => expect(sentTo(calls.approvals)).toHaveLength(1))
    expect(bodyOf(sentTo(calls.approvals)[0])).toMatchObject({ action, thing: `line:${line.id}`, given })
  })

  it('that was asked about says so, and is not asked about again', async () => {
    const asked = { ...sampleApproval, title: 'Return a line', action: 'return-line', thing: `line:${line.id}` }
    open('?show=lines', { 'GET /operator/approvals': page([asked]) })
    expect(await screen.findByText('Return a line: waiting for approval')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^(Match|Return|Keep)/ })).toBeNull()
  })
})

describe('payments', () => {
  it('are told with their state and kind, and found by both', async () => {
    const { sentTo } = open('?show=payments')
    const item = (await screen.findByRole('heading', { name: 'Payout to Ada Lovelace' })).closest('li')
    for (const words of ['99.80 USD', 'account …4321', 'approved by paul', 'Ready · not in a file yet', 'IG00'])
      expect(item?.textContent).toContain(words)
    fireEvent.change(screen.getByRole('combobox', { name: 'Kind' }), { target: { value: 'return' } })
    await waitFor(() => expect(sentTo(calls.payments).at(-1)?.params).toEqual({ kind: 'return' }))
  })

  it('go into a file after count and sum were shown, with password and 2FA code', async () => {
    const made = withDownloads()
    const ready = [payment, { ...payment, id: idOf(11), amount: '0.40' }, { ...payment, id: idOf(12), maySend: false }]
    const { sentTo } = open('?show=payments', {
      [calls.payments]: page(ready),
      [`GET /operator/bank/files/${file.id}`]: success(new Uint8Array([60])),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Make a file' }))
    const dialog = await dialogNamed('Make a file of payments')
    expect(await dialog.findByText(/^2 payments, 100\.20 USD in all\./)).toBeTruthy()
    expect(dialog.getByText('1 more waits for somebody who had no part in approving.')).toBeTruthy()
    expect(sentTo(calls.payments).some(({ params }) => params.state === 'Ready')).toBe(true)
    fillIn(dialog, proof)
    pressIn(dialog, 'Make the file')
    expect(await dialog.findByText(/^payments-2\.xml: 1 payment, 99\.80 USD\./)).toBeTruthy()
    expect(bodyOf(sentTo(calls.make)[0])).toEqual({
      reason: 'As every morning',
      password: 'blue kettle',
      inputCode: '123456',
    })
    expect(sentTo(calls.make)[0]?.headers.get('Idempotency-Key')).toBeTruthy()
    pressIn(dialog, 'Download the file')
    await waitFor(() => expect(made).toHaveBeenCalledOnce())
  })

  it('that may not be sent are told as such, and a refusal stays in sight', async () => {
    open('?show=payments', {
      [calls.payments]: page([{ ...payment, maySend: false }]),
      [calls.make]: failure(409, 'NothingToSend', 'There is nothing that you may put into a file.'),
    })
    expect(await screen.findByText(/Somebody who did not approve it puts it into one/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Make a file' }))
    const dialog = await dialogNamed('Make a file of payments')
    expect(await dialog.findByText('There is nothing that you may put into a file.')).toBeTruthy()
    fillIn(dialog, proof)
    pressIn(dialog, 'Make the file')
    await waitFor(() => expect(dialog.getAllByText('There is nothing that you may put into a file.')).toHaveLength(2))
  })
})

it('serves a file again', async () => {
  const made = withDownloads()
  const call = `GET /operator/bank/files/${file.id}`
  const { sentTo } = open('?show=files', { [call]: success(new Uint8Array([60])) })
  expect((await screen.findByRole('heading', { name: 'payments-2.xml' })).closest('li')?.textContent).toContain(
    '1 payment · made by olga',
  )
  fireEvent.click(screen.getByRole('button', { name: 'Download payments-2.xml' }))
  await waitFor(() => expect(made).toHaveBeenCalledOnce())
  expect(sentTo(call)).toHaveLength(1)
})

it('forgets the filter of one list in another one', async () => {
  const { sentTo, router } = open('?show=lines&state=Suspense')
  fireEvent.click(await screen.findByLabelText('Payments'))
  await waitFor(() => expect(sentTo(calls.payments).at(-1)?.params).toEqual({}))
  expect(router.state.location.search).toBe('?show=payments')
})

it.each(['', '?show=lines', '?show=payments', '?show=files'])(
  'offers an auditor nothing to do at “%s”',
  async (search) => {
    open(search, {}, ['Auditor'])
    await screen.findAllByRole('heading', { level: 3 })
    const buttons = screen.getAllByRole('button').map(({ textContent }) => textContent)
    expect(buttons.filter((text) => /Upload|Match|Return|Make|^Download$/.test(text ?? ''))).toEqual([])
  },
)
