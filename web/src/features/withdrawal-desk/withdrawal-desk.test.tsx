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
import { bodyOf, failure, ok, page } from '../../lib/test-server.ts'
import { OperatorWithdrawalPage } from './operator-withdrawal-page.tsx'
import { sampleId, sampleWithdrawal } from './test-withdrawals.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  act(() => useSession.getState().logOut())
})

const one = `GET /operator/withdrawals/${sampleId}`
const of = (call: string) => `POST /operator/withdrawals/${sampleId}/${call}`

type Changes = Partial<Record<keyof typeof sampleWithdrawal, unknown>>

const openOne = (changes: Changes = {}, more = {}, roles: Role[] = ['Vault']) => {
  signInOperator(roles)
  return openConsole(OperatorWithdrawalPage, '/operator/withdrawals/:id', `/operator/withdrawals/${sampleId}`, {
    [one]: ok({ ...sampleWithdrawal, ...changes }),
    ...more,
  })
}

const scanIn = async (serial: string) => {
  const field = await screen.findByLabelText('Serial of a bar')
  fireEvent.change(field, { target: { value: serial } })
  fireEvent.submit(field)
  return field
}

const proof = { 'Your password': 'blue kettle', '2FA code': '123 456' }

describe('one withdrawal', () => {
  it('tells whose it is, where it goes, its bars, and who did what and why', async () => {
    openOne({
      state: 'Sent',
      tracking: 'TRK1234567',
      carrier: 'Courier',
      scans: [{ at: '2026-11-12T10:00:00.000Z', words: 'Left the depot', place: 'Zurich' }],
    })
    expect(await screen.findByRole('heading', { level: 1, name: 'Withdrawal 17' })).toBeTruthy()
    expect(await factOf('Customer')).toBe('ada')
    expect(await factOf('Fees')).toBe('93.50 USDT')
    expect(screen.getByText('Mill Lane 4')).toBeTruthy()
    expect(screen.getByText('8001 Zurich')).toBeTruthy()
    expect(within(screen.getByRole('region', { name: 'Bars' })).getAllByRole('listitem')).toHaveLength(2)
    expect(screen.getByRole('region', { name: 'What became of it' }).textContent).toContain('“All is in order”')
    expect(screen.getByRole('list', { name: 'What the carrier told' }).textContent).toContain('Left the depot')
  })

  it('that is not there says so, and what cannot be one is not asked for', async () => {
    openOne({}, { [one]: failure(404, 'NotFound', 'No.') })
    expect(await screen.findByText('There is no such withdrawal')).toBeTruthy()
    const { sentTo } = openConsole(OperatorWithdrawalPage, '/operator/withdrawals/:id', '/operator/withdrawals/17', {})
    expect(sentTo('GET /operator/withdrawals/17')).toEqual([])
  })

  it.each<Role>(['Finance', 'Compliance', 'Auditor'])('lets %s look and do nothing', async (role) => {
    openOne({ address: null }, {}, [role])
    expect(await screen.findByText('Owners and the vault’s operators do this.')).toBeTruthy()
    expect(screen.queryByLabelText('Serial of a bar')).toBeNull()
    expect(screen.queryByRole('heading', { name: 'Goes to' })).toBeNull()
  })

  it.each(['Requested', 'Disputed'])('that is %s is decided in the queue', async (state) => {
    openOne({ state })
    const link = await screen.findByRole('link', { name: 'Decide it in the queue' })
    expect(link.getAttribute('href')).toBe(`/operator/queues/withdrawals?item=withdrawal%3A${sampleId}`)
  })
})

describe('packing', () => {
  it('ticks serials one after the other, in the same field, and packs by password and code', async () => {
    const { sentTo } = openOne({}, { [of('pack')]: ok(sampleWithdrawal) })
    const field = await scanIn('ar-2')
    expect(document.activeElement).toBe(field)
    expect((field as HTMLInputElement).value).toBe('')
    expect(screen.getByText('Alpine Refinery AR-2 is right. 1 to be scanned.').closest('[role="status"]')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Pack it' })).toBeNull()
    await scanIn('AR-9')
    expect(screen.getByText(/^AR-9 does not belong to this withdrawal/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Pack it' })).toBeNull()
    await scanIn('AR-1')
    const ticks = within(screen.getByRole('list', { name: 'Bars to be scanned' })).getAllByRole('listitem')
    expect(ticks.map(({ textContent }) => textContent)).toEqual([
      'Alpine Refinery AR-1, 10 gScanned',
      'Alpine Refinery AR-2, 10 gScanned',
    ])
    // A scanner that sends one Enter too many changes nothing.
    await scanIn('')
    fireEvent.click(screen.getByRole('button', { name: 'Pack it' }))
    const dialog = await dialogNamed('Pack withdrawal 17')
    fillIn(dialog, proof)
    pressIn(dialog, 'Packed')
    await waitFor(() => expect(sentTo(of('pack'))).toHaveLength(1))
    expect(bodyOf(sentTo(of('pack'))[0])).toEqual({
      serials: ['AR-1', 'AR-2'],
      password: 'blue kettle',
      inputCode: '123456',
    })
    expect(sentTo(of('pack'))[0]?.headers.get('Idempotency-Key')).toBeTruthy()
    await waitFor(() => expect(sentTo(one)).toHaveLength(2))
  })

  it.each([
    ['PasswordIncorrect', 'Your password'],
    ['TwoFactorCodeIncorrect', '2FA code'],
  ])('says at the field what is wrong with the proof: %s', async (name, label) => {
    openOne({}, { [of('pack')]: failure(400, name, 'This is not right.') })
    for (const serial of ['AR-1', 'AR-2']) await scanIn(serial)
    fireEvent.click(screen.getByRole('button', { name: 'Pack it' }))
    const dialog = await dialogNamed('Pack withdrawal 17')
    fillIn(dialog, proof)
    pressIn(dialog, 'Packed')
    expect(await dialog.findByText('This is not right.')).toBeTruthy()
    expect(document.activeElement).toBe(dialog.getByLabelText(label))
  })

  it('is not for whoever approved it, who is told', async () => {
    openOne({ isApprovedByMe: true })
    expect(await screen.findByText('You approved this withdrawal, so another operator has to pack it.')).toBeTruthy()
    expect(screen.queryByLabelText('Serial of a bar')).toBeNull()
  })
})

describe('the camera', () => {
  const track = { stop: vi.fn() }
  const lend = (getUserMedia: () => Promise<unknown>, seen: () => string) => {
    vi.stubGlobal(
      'BarcodeDetector',
      class {
        detect = async () => (seen() === '' ? [] : [{ rawValue: seen() }])
      },
    )
    // Where tests run, there is no picture to be shown.
    Object.defineProperty(HTMLMediaElement.prototype, 'srcObject', { configurable: true, writable: true, value: null })
    Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } })
  }

  it('is not offered where the browser reads no codes', async () => {
    openOne()
    await screen.findByLabelText('Serial of a bar')
    expect(screen.queryByRole('button', { name: 'Use the camera' })).toBeNull()
  })

  it('reads what it sees once, and is let go of when it is closed', async () => {
    track.stop.mockClear()
    let seen = 'AR-1'
    lend(
      async () => ({ getTracks: () => [track] }),
      () => seen,
    )
    openOne()
    fireEvent.click(await screen.findByRole('button', { name: 'Use the camera' }))
    expect(await screen.findByText('Alpine Refinery AR-1 is right. 1 to be scanned.')).toBeTruthy()
    await new Promise((done) => setTimeout(done, 600))
    expect(screen.queryByText('AR-1 was scanned already.')).toBeNull()
    seen = 'AR-2'
    expect(await screen.findByText('Alpine Refinery AR-2 is right. All bars are scanned.')).toBeTruthy()
    expect(track.stop).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'Close the camera' }))
    expect(track.stop).toHaveBeenCalledOnce()
    expect(screen.queryByLabelText('What the camera sees')).toBeNull()
  })

  it('that may not be used says so, and serials can still be typed', async () => {
    lend(
      () => Promise.reject(new Error('NotAllowedError')),
      () => '',
    )
    openOne()
    fireEvent.click(await screen.findByRole('button', { name: 'Use the camera' }))
    expect(await screen.findByText(/^The camera cannot be used/)).toBeTruthy()
    await scanIn('AR-1')
    expect(screen.getByText(/AR-1 is right/)).toBeTruthy()
  })
})

describe('a parcel that is packed', () => {
  it('is sent under a tracking number, which is checked first', async () => {
    const { sentTo } = openOne({ state: 'Packed' }, { [of('send')]: ok(sampleWithdrawal) })
    const field = await screen.findByLabelText('Tracking number')
    fireEvent.change(field, { target: { value: '!!' } })
    fireEvent.click(screen.getByRole('button', { name: 'The carrier has it' }))
    expect(await screen.findByText('This is no tracking number.')).toBeTruthy()
    fireEvent.change(field, { target: { value: ' TRK 1234567 ' } })
    fireEvent.click(screen.getByRole('button', { name: 'The carrier has it' }))
    await waitFor(() => expect(sentTo(of('send'))).toHaveLength(1))
    expect(bodyOf(sentTo(of('send'))[0])).toEqual({ tracking: 'TRK 1234567' })
  })

  it('says at the field that another parcel has the number', async () => {
    openOne({ state: 'Packed' }, { [of('send')]: failure(409, 'TrackingKnown', 'Another parcel has it.') })
    fireEvent.change(await screen.findByLabelText('Tracking number'), { target: { value: 'TRK1234567' } })
    fireEvent.click(screen.getByRole('button', { name: 'The carrier has it' }))
    expect(await screen.findByText('Another parcel has it.')).toBeTruthy()
  })

  it('has a label, which is saved where the browser shows no PDF', async () => {
    const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:label')
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined)
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const label = `GET /operator/withdrawals/${sampleId}/label`
    const { sentTo } = openOne({ state: 'Packed' }, { [label]: { status: 200, data: new Uint8Array([1, 2]) } })
    fireEvent.click(await screen.findByRole('button', { name: 'Open the label' }))
    await waitFor(() => expect(saved).toHaveBeenCalledOnce())
    expect(sentTo(label)).toHaveLength(1)
    expect(made.mock.calls[0]?.[0]).toMatchObject({ type: 'application/pdf' })
  })

  it('gets pictures, unless they are too large', async () => {
    const photos = of('photos')
    const { sentTo } = openOne({ state: 'Packed' }, { [photos]: ok({ id: sampleId }) })
    const input = await screen.findByLabelText('Picture of the parcel')
    expect(input.getAttribute('capture')).toBe('environment')
    const large = new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'a.jpg', { type: 'image/jpeg' })
    fireEvent.change(input, { target: { files: [large] } })
    expect(await screen.findByText(/^This picture is too large/)).toBeTruthy()
    expect(sentTo(photos)).toEqual([])
    fireEvent.change(input, { target: { files: [new File(['x'], 'a.jpg', { type: 'image/jpeg' })] } })
    await waitFor(() => expect(sentTo(photos)).toHaveLength(1))
    await waitFor(() => expect(sentTo(one)).toHaveLength(2))
  })

  it('to be collected is brought to the counter', async () => {
    const { sentTo } = openOne(
      { state: 'Packed', way: 'collect', address: null },
      { [of('ready')]: ok(sampleWithdrawal) },
    )
    fireEvent.click(await screen.findByRole('button', { name: 'It lies at the counter' }))
    await waitFor(() => expect(sentTo(of('ready'))).toHaveLength(1))
    expect(screen.queryByLabelText('Tracking number')).toBeNull()
  })
})

describe('the counter', () => {
  it('hands over against the code, and says what is wrong with it', async () => {
    const { sentTo, answers } = openOne(
      { state: 'Ready', way: 'collect', wrongCodes: 2 },
      { [of('hand-over')]: failure(400, 'ReleaseRefused', 'This is not the code.') },
    )
    const field = await screen.findByLabelText('Release code')
    expect(await factOf('Wrong release codes')).toBe('2')
    fireEvent.change(field, { target: { value: '12 34' } })
    fireEvent.click(screen.getByRole('button', { name: 'Hand over' }))
    expect(await screen.findByText('Please enter the six digits of the code.')).toBeTruthy()
    expect(sentTo(of('hand-over'))).toEqual([])
    fireEvent.change(field, { target: { value: '12 34 56' } })
    fireEvent.click(screen.getByRole('button', { name: 'Hand over' }))
    expect(await screen.findByText('This is not the code.')).toBeTruthy()
    answers[of('hand-over')] = ok(sampleWithdrawal)
    fireEvent.click(screen.getByRole('button', { name: 'Hand over' }))
    await waitFor(() => expect(sentTo(of('hand-over'))).toHaveLength(2))
    expect(bodyOf(sentTo(of('hand-over'))[1])).toEqual({ code: '123456' })
  })

  it('takes no more codes after five wrong ones, and says so', async () => {
    openOne({ state: 'Ready', way: 'collect', wrongCodes: 5 })
    expect(await screen.findByText(/^5 wrong codes were entered, so none is taken any more/)).toBeTruthy()
    expect(screen.queryByLabelText('Release code')).toBeNull()
  })

  it('gives the customer a new code after wrong ones, with a reason', async () => {
    const { sentTo } = openOne(
      { state: 'Ready', way: 'collect', wrongCodes: 5 },
      { [of('new-code')]: ok(sampleWithdrawal) },
    )
    fireEvent.click(await screen.findByRole('button', { name: 'Give a new code' }))
    const dialog = await dialogNamed('A new release code for withdrawal 17')
    fillIn(dialog, { Reason: 'The passport is hers' })
    pressIn(dialog, 'Give a new code')
    await waitFor(() => expect(bodyOf(sentTo(of('new-code'))[0])).toEqual({ reason: 'The passport is hers' }))
  })

  it('notes what was not collected, with a reason, and loses nothing', async () => {
    const { sentTo } = openOne({ state: 'Ready', way: 'collect' }, { [of('returned')]: ok(sampleWithdrawal) })
    fireEvent.click(await screen.findByRole('button', { name: 'Not collected' }))
    expect(screen.queryByRole('button', { name: 'It is lost' })).toBeNull()
    const dialog = await dialogNamed('Withdrawal 17 was not collected')
    fillIn(dialog, { Reason: 'Thirty days are over' })
    pressIn(dialog, 'Not collected')
    await waitFor(() => expect(bodyOf(sentTo(of('returned'))[0])).toEqual({ reason: 'Thirty days are over' }))
  })
})

describe('what the carrier has', () => {
  it.each(['Sent', 'Late'])('is noted as delivered, from %s, on its proof', async (state) => {
    const { sentTo } = openOne({ state }, { [of('delivered')]: ok(sampleWithdrawal) })
    fireEvent.click(await screen.findByRole('button', { name: 'It was delivered' }))
    const dialog = await dialogNamed('Withdrawal 17 was delivered')
    fillIn(dialog, { Reason: 'Signed for by Ann' })
    pressIn(dialog, 'It was delivered')
    await waitFor(() => expect(bodyOf(sentTo(of('delivered'))[0])).toEqual({ reason: 'Signed for by Ann' }))
  })
})

describe('what did not arrive', () => {
  it.each(['Sent', 'Late'])('is noted as lost, from %s, with a reason', async (state) => {
    const { sentTo } = openOne({ state }, { [of('lost')]: ok(sampleWithdrawal) })
    fireEvent.click(await screen.findByRole('button', { name: 'It is lost' }))
    const dialog = await dialogNamed('Withdrawal 17 is lost')
    fillIn(dialog, { Reason: 'The carrier wrote so' })
    pressIn(dialog, 'It is lost')
    await waitFor(() => expect(bodyOf(sentTo(of('lost'))[0])).toEqual({ reason: 'The carrier wrote so' }))
  })

  it.each([
    ['Replace it', 'Replace withdrawal 17', 'replace-withdrawal'],
    ['Credit the grams', 'Credit withdrawal 17', 'credit-withdrawal'],
  ])('is made good by two: %s', async (button, title, action) => {
    const { sentTo, answers } = openOne({ state: 'Lost' }, { 'POST /operator/approvals': ok(sampleApproval) })
    fireEvent.click(await screen.findByRole('button', { name: button }))
    answers['GET /operator/approvals'] = page([sampleApproval])
    const dialog = await dialogNamed(title)
    fillIn(dialog, { Reason: 'Lost on the way', ...proof })
    pressIn(dialog, 'Ask for approval')
    await waitFor(() =>
      expect(bodyOf(sentTo('POST /operator/approvals')[0])).toMatchObject({
        action,
        thing: `withdrawal:${sampleId}`,
        given: {},
      }),
    )
    // What was asked for is answered, and not offered again.
    expect(await dialog.findByText(/Another operator has been asked/)).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('button', { name: button })).toBeNull())
    expect(dialog.getByText(/Another operator has been asked/)).toBeTruthy()
  })

  it('is not asked for twice', async () => {
    openOne({ state: 'Lost' }, { 'GET /operator/approvals': page([sampleApproval]) })
    expect(await screen.findByText('Unfreeze an account: waiting for approval')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Replace it' })).toBeNull()
  })

  it('that came back is scanned again before it is sent again', async () => {
    const { sentTo } = openOne({ state: 'Returned' }, { [of('send')]: ok(sampleWithdrawal) })
    await screen.findByRole('heading', { name: 'Send it again' })
    expect(screen.queryByLabelText('Tracking number')).toBeNull()
    for (const serial of ['AR-1', 'AR-2']) await scanIn(serial)
    fireEvent.change(screen.getByLabelText('Tracking number'), { target: { value: 'TRK7654321' } })
    fireEvent.click(screen.getByRole('button', { name: 'The carrier has it' }))
    await waitFor(() =>
      expect(bodyOf(sentTo(of('send'))[0])).toEqual({ tracking: 'TRK7654321', serials: ['AR-1', 'AR-2'] }),
    )
  })

  it('is taken back by two, with what the assay found of each bar', async () => {
    const { sentTo } = openOne({ state: 'Returned' }, { 'POST /operator/approvals': ok(sampleApproval) })
    fireEvent.click(await screen.findByRole('button', { name: 'Take it back after an assay' }))
    const dialog = await dialogNamed('Take back withdrawal 17')
    fillIn(dialog, { 'Number of the assay’s report': ' A-9 ', Reason: 'It came back whole', ...proof })
    pressIn(dialog, 'Ask for approval')
    expect(await dialog.findAllByText('Please enter grams, such as 10 or 9.998.')).toHaveLength(2)
    for (const name of ['Alpine Refinery AR-1', 'Alpine Refinery AR-2'])
      fillIn(within(dialog.getByRole('group', { name })), { Fineness: '999.9', 'Gross grams': '9.998' })
    pressIn(dialog, 'Ask for approval')
    await waitFor(() =>
      expect(bodyOf(sentTo('POST /operator/approvals')[0])).toMatchObject({
        action: 'take-back-withdrawal',
        given: {
          reference: 'A-9',
          'fineness-41': '999.9',
          'grossGrams-41': '9.998',
          'fineness-42': '999.9',
          'grossGrams-42': '9.998',
        },
      }),
    )
  })

  it('and was not collected is not sent', async () => {
    openOne({ state: 'Returned', way: 'collect', address: null })
    expect(await screen.findByRole('button', { name: 'Take it back after an assay' })).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Send it again' })).toBeNull()
  })
})
