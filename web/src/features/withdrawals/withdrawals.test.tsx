import type { WithdrawalDetails } from '@ingot/endpoints/withdrawal-fields'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { tellPages } from '../../lib/known-pages.ts'
import { useSession } from '../../lib/session.ts'
import { idOf, press, signInVerified, type } from '../../lib/test-bank.ts'
import { openPage } from '../../lib/test-page.tsx'
import { type Answers, bodyOf, failure, ok, page } from '../../lib/test-server.ts'
import { CancelWithdrawalPage } from './cancel-withdrawal-page.tsx'
import { ParcelPage } from './parcel-page.tsx'
import { sampleBar, sampleDetails, sampleWithdrawal, withdrawalDay } from './test-withdrawals.ts'
import { WithdrawalList } from './withdrawal-list.tsx'
import { WithdrawalPage } from './withdrawal-page.tsx'
import { barWords, withdrawalSteps } from './withdrawal-words.ts'

tellPages(() => true)
beforeEach(() => signInVerified())
afterEach(() => act(() => useSession.getState().logOut()))

it('lists withdrawals under their days with their state, narrows and hands them out', async () => {
  const { sentTo } = openPage(WithdrawalList, '/', '/', withdrawalDay)
  const row = await screen.findByRole('listitem')
  expect(row.textContent).toMatch(/^Bars: 10 gRequested · .* · by parcel−9\.999000 QMGTfees 64\.32 USD$/)
  expect(screen.getByRole('heading', { level: 3 })).toBeTruthy()
  expect(screen.getByRole('link').getAttribute('href')).toBe(`/Physical-Withdrawal/${sampleWithdrawal.id}`)
  type('State', 'Lost')
  await waitFor(() => expect(sentTo('GET /withdrawals').at(-1)?.params).toEqual({ state: 'Lost' }))
})

const address = `GET /withdrawals/${sampleDetails.id}`
const openOne = (given: Partial<WithdrawalDetails> = {}, more: Answers = {}, id = sampleDetails.id) =>
  openPage(WithdrawalPage, '/Physical-Withdrawal/:id', `/Physical-Withdrawal/${id}`, {
    ...withdrawalDay,
    [address]: ok({ ...sampleDetails, ...given }),
    ...more,
  })

it('tells what comes back, and cancels after asking', async () => {
  const cancel = `POST /withdrawals/${sampleDetails.id}/cancel`
  const { sentTo } = openOne({}, { [cancel]: ok({ ...sampleWithdrawal, state: 'Cancelled', mayCancel: false }) })
  await screen.findByRole('heading', { name: 'Withdrawal 4' })
  await press('Cancel the withdrawal')
  screen.getByText(/^9\.999000 QMGT and 64\.32 USDT of fees are available again at once/)
  expect(sentTo(cancel)).toEqual([])
  await press('Yes, cancel it')
  await waitFor(() => expect(sentTo(cancel)).toHaveLength(1))
})

it('shows code, tracking number and scans of what is on its way, and its delivery note', async () => {
  openOne({
    ...{ state: 'Sent', mayCancel: false, releaseCode: '123456', carrier: 'Sandbox', tracking: 'EZ100' },
    ...{ scans: [{ at: '2026-11-12T12:00:00.000Z', words: 'Arrived at the depot', place: 'Berlin' }] },
    document: idOf('d'),
  })
  await screen.findByText('123 456')
  screen.getByText('Tell it only to whoever hands you the parcel, once it is there.')
  screen.getByText('EZ100')
  screen.getByLabelText('Copy the tracking number')
  expect(screen.getByLabelText('What the carrier says').textContent).toMatch(/^Arrived at the depotBerlin/)
  expect(screen.getByText('Delivery note').getAttribute('href')).toBe(`/pdf?document=${idOf('d')}`)
  expect(screen.queryByText('Cancel the withdrawal')).toBeNull()
})

it.each([
  [{ state: 'Late' }, /counts as lost after ten working days/],
  [{ state: 'Ready', way: 'collect', collectUntil: '2026-12-10T12:00:00.000Z' }, /It lies at the counter until .*Dec/],
  [{ state: 'Returned' }, /sent again, or its grams are credited as QMGT/],
  [{ state: 'Lost' }, /Within 30 days we make it good in grams/],
  [{ state: 'Refused', reason: 'The account is frozen.' }, /^The account is frozen\. It was refused/],
] as const)('says what happens next: %j', async (given, words) => {
  openOne({ ...given, mayCancel: false })
  await screen.findByText(words)
})

it('takes a dispute within its days, and says what was told', async () => {
  const dispute = `POST /withdrawals/${sampleDetails.id}/dispute`
  const delivered = { state: 'Delivered', mayCancel: false, mayDispute: true } as const
  const { sentTo, answers } = openOne(
    { ...delivered, disputeUntil: '2026-11-19T12:00:00.000Z' },
    { [dispute]: ok({ ...sampleWithdrawal, state: 'Disputed' }) },
  )
  await press('It did not arrive whole')
  await press('Tell us')
  await screen.findByText('Please say what happened, in a sentence or two.')
  expect(sentTo(dispute)).toEqual([])
  type('What is wrong?', 'The parcel was empty when I opened it.')
  const disputed = { ...sampleDetails, state: 'Disputed', mayCancel: false, dispute: 'The parcel was empty.' }
  answers[address] = ok(disputed)
  await press('Tell us')
  await waitFor(() => expect(bodyOf(sentTo(dispute)[0])).toEqual({ words: 'The parcel was empty when I opened it.' }))
  await screen.findByText('The parcel was empty.')
})

it('tells what was credited for one that was lost, with the fees', async () => {
  openOne({ state: 'Credited', mayCancel: false, credited: { grams: '9.999', fees: '64.32' } })
  expect((await screen.findByText('Credited', { selector: 'dt' })).closest('div')?.textContent).toBe(
    'Credited9.999000 QMGTand 64.32 USD of fees came back',
  )
})

it('leads from one that was lost to the one in its place', async () => {
  const other = { ...sampleWithdrawal, id: idOf('e'), number: '9', replaces: '4' }
  openOne({ state: 'Replaced', mayCancel: false }, { 'GET /withdrawals': page([other, sampleWithdrawal]) })
  expect((await screen.findByText('Replaced by withdrawal 9')).getAttribute('href')).toBe(
    `/Physical-Withdrawal/${idOf('e')}`,
  )
})

it.each([['not-an-id'], [idOf('f')]])('has no withdrawal at %s', async (id) => {
  openOne({}, {}, id)
  await screen.findByText('No withdrawal has this address')
})

const at = '2026-11-11T12:00:00.000Z'

it.each([
  ['deliver', ['Requested'], ['Requested', 'Approved', 'Packed', 'Sent', 'Delivered']],
  ['collect', ['Requested', 'Approved'], ['Requested', 'Approved', 'Packed', 'Ready', 'Delivered']],
  ['deliver', ['Requested', 'Cancelled'], ['Requested', 'Cancelled']],
  ['deliver', ['Requested', 'Sent', 'Late'], ['Requested', 'Sent', 'Late', 'Delivered']],
  ['deliver', ['Requested', 'Sent', 'Lost'], ['Requested', 'Sent', 'Lost', 'Made good']],
  ['deliver', ['Requested', 'Sent', 'Lost', 'Credited'], ['Requested', 'Sent', 'Lost', 'Credited']],
] as const)('draws the way of what is to %s after %j', (way, states, names) => {
  const history = states.map((state) => ({ state, at }))
  const state = states.at(-1) ?? 'Requested'
  expect(withdrawalSteps({ way, state, history }).map(({ name }) => name)).toEqual(names)
})

it('names bars by their sizes, the largest first', () => {
  const bar = (size: '1' | '10' | '1000') => ({ ...sampleBar, size })
  expect(barWords([bar('1'), bar('1000'), bar('1'), bar('10')])).toBe('1 kg, 10 g, 2 × 1 g')
})

it('cancels one by the link of a mail', async () => {
  const cancel = 'POST /withdrawals/cancel-by-mail'
  const { sentTo } = openPage(CancelWithdrawalPage, '/cancel-withdrawal/:token', '/cancel-withdrawal/secret', {
    [cancel]: ok({ done: true }),
  })
  await press('Cancel the withdrawal')
  await screen.findByText('The withdrawal is cancelled')
  expect(bodyOf(sentTo(cancel)[0])).toEqual({ token: 'secret' })
})

const release = 'POST /parcels/release'
const openParcel = (answer: Answers[string]) =>
  openPage(ParcelPage, '/parcel/:token', '/parcel/secret', { [release]: answer })

it('takes the code at the door, and says nothing of what is in the parcel', async () => {
  const { sentTo } = openParcel(ok({ done: true }))
  await screen.findByText('Hand over a parcel')
  expect(document.body.textContent).not.toMatch(/gold|bar|ingot|QMGT/i)
  await press('Hand over')
  await screen.findByText('Please enter the six digits of the code.')
  type('Release code', '123 456')
  await press('Hand over')
  await screen.findByText('Handed over')
  expect(bodyOf(sentTo(release)[0])).toEqual({ token: 'secret', code: '123456' })
})

it('says of a wrong code that it is wrong', async () => {
  openParcel(failure(400, 'ReleaseRefused', 'This is not the code. Please ask for it again.'))
  await screen.findByText('Hand over a parcel')
  type('Release code', '000000')
  await press('Hand over')
  await screen.findByText('This is not the code. Please ask for it again.')
  expect(screen.queryByText('Handed over')).toBeNull()
})
