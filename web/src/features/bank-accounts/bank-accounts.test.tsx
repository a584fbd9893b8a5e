import type { BankAccount } from '@ingot/endpoints/bank-fields'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSession } from '../../lib/session.ts'
import {
  bankDay,
  idOf,
  press,
  prove,
  sampleAccount,
  sampleAccounts,
  signInVerified,
  type,
} from '../../lib/test-bank.ts'
import { openPage } from '../../lib/test-page.tsx'
import { type Answers, bodyOf, failure, ok } from '../../lib/test-server.ts'
import { slowServer } from '../../lib/test-slow-server.ts'
import { triesWords, whyWords } from './account-words.ts'
import { BankAccounts } from './bank-accounts.tsx'
import { CancelBankAccountPage } from './cancel-bank-account-page.tsx'

beforeEach(() => signInVerified())
afterEach(() => {
  act(() => useSession.getState().logOut())
  vi.unstubAllGlobals()
})

const iban = 'DE89 3704 0044 0532 0130 00'
const shown = (accounts: readonly BankAccount[]): Answers => ({ 'GET /bank-accounts': ok(sampleAccounts(accounts)) })
const pending: BankAccount = {
  ...sampleAccount,
  state: 'Pending',
  isPreferred: false,
  verifiedAt: null,
  payableFrom: null,
}
const deposit = { kind: 'deposit', until: '2026-11-27T12:00:00.000Z', triesLeft: 2, isSent: true } as const

const open = (given: Answers = {}, isOpen = false) =>
  openPage(() => <BankAccounts beginsOpen={isOpen} />, '/BankVerification', '/BankVerification', {
    ...bankDay,
    ...given,
  })

const card = async () => within(await screen.findByRole('listitem'))

it('shows each account by its last four, with its state and from when money can go to it', async () => {
  open(shown([{ ...sampleAccount, payableFrom: '2999-01-02T12:00:00.000Z' }]))
  const { getByRole } = await card()
  expect(getByRole('heading').textContent).toBe('Account ending 3000')
  expect(document.body.textContent).toMatch(/Verified · preferred.*remit from it now.*paid out to it from .*2999/)
})

it('leads to the first account while there is none, and says when there can be no more', async () => {
  open(shown([]))
  await press('Add a bank account')
  expect((screen.getByLabelText('Name on the account') as HTMLInputElement).value).toBe('Ada Lovelace')
})

it('takes no more than there can be', async () => {
  open(shown(['1', '2', '3'].map((letter) => ({ ...sampleAccount, id: idOf(letter) }))), true)
  await screen.findByText(/3 of at most 3 accounts/)
  expect(screen.queryByText('Add a bank account')).toBeNull()
})

it('adds an account by IBAN and small deposit with PIN and 2FA, and keeps its number nowhere', async () => {
  const { sentTo } = open({ ...shown([]), 'POST /bank-accounts': ok(pending) }, true)
  await screen.findByLabelText('IBAN')
  type('IBAN', iban)
  fireEvent.click(screen.getByLabelText('Small deposit'))
  await press('Add the account')
  expect(await prove('pin')).toBe('Add the bank account ending 3000')
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('0532')
  await prove('2fa')
  await screen.findByText('The account was added. We have e-mailed you about it.')
  const [sent] = sentTo('POST /bank-accounts')
  expect(bodyOf(sent)).toEqual({ holder: 'Ada Lovelace', account: { iban }, proof: { kind: 'deposit' } })
  expect(sent?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/)
  expect(useSession.getState().bankData).toEqual({})
  expect(document.body.innerHTML).not.toContain('0532')
})

it('keeps what was typed while the customer goes back from the PIN, and when the form is drawn anew', async () => {
  const { sentTo } = open(shown([]), true)
  await screen.findByLabelText('IBAN')
  type('IBAN', iban)
  fireEvent.click(screen.getByLabelText('Small deposit'))
  await press('Add the account')
  await prove('pin', 'cancelled')
  expect(sentTo('POST /bank-accounts')).toEqual([])
  expect(useSession.getState().bankData).toMatchObject({ iban, proof: 'deposit' })
  await press('Cancel')
  expect(useSession.getState().bankData).toEqual({})
})

it('says at each field what is missing, before anything is asked', async () => {
  open(shown([]), true)
  await screen.findByLabelText('IBAN')
  fireEvent.click(screen.getByLabelText('By number and BIC'))
  await press('Add the account')
  for (const words of ['country of your bank', 'name of your bank', 'number of the account', 'BIC: 8 or 11'])
    expect(document.body.textContent).toContain(words)
  expect(document.body.textContent).toContain('Please send the statement first.')
})

it('puts what the server says about the number at the number', async () => {
  const refused = failure(400, 'BankNumberWrong', 'This is no number of a bank account. Please check it.')
  open({ ...shown([]), 'POST /bank-accounts': refused }, true)
  await screen.findByLabelText('IBAN')
  type('IBAN', iban)
  fireEvent.click(screen.getByLabelText('Small deposit'))
  await press('Add the account')
  await prove('pin')
  await prove('2fa')
  await waitFor(() => expect(screen.getByLabelText('IBAN').getAttribute('aria-invalid')).toBe('true'))
  type('IBAN', `${iban}1`)
  expect(screen.getByLabelText('IBAN').getAttribute('aria-invalid')).not.toBe('true')
})

it('sends a statement first, and its id with the account', async () => {
  const sent = slowServer()
  const { sentTo } = open({ ...shown([]), 'POST /bank-accounts': ok({ ...pending, state: 'Rejected' }) }, true)
  await screen.findByLabelText('IBAN')
  type('IBAN', iban)
  fireEvent.change(screen.getByLabelText('File to send'), { target: { files: [new File(['x'], 'mine.pdf')] } })
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body.get('kind')).toBe('bank-statement')
  const upload = {
    id: idOf('9'),
    kind: 'bank-statement',
    title: 'Statement',
    name: 'mine.pdf',
    bytes: 1,
    state: 'sent',
  }
  const kept = { uploadedAt: sampleAccount.addedAt, keptUntil: sampleAccount.addedAt }
  await act(async () => sent[0]?.answer(ok({ ...upload, ...kept })))
  await screen.findByText('We have', { exact: false })
  await press('Add the account')
  await prove('pin')
  await prove('2fa')
  await screen.findByText('The account was not accepted. Below it stands why.')
  expect(bodyOf(sentTo('POST /bank-accounts')[0])).toMatchObject({ proof: { kind: 'statement', upload: idOf('9') } })
})

it('takes the code of a deposit, and says how many tries are left', async () => {
  const wrong = failure(400, 'BankCodeWrong', 'This is not the code on the deposit. Please check it.')
  const code = `POST /bank-accounts/${pending.id}/code`
  const { answers, sentTo } = open({ ...shown([{ ...pending, proof: deposit }]), [code]: wrong })
  await screen.findByText('2 tries left.')
  await press('Check the code')
  expect(sentTo(code)).toEqual([])
  type('Code on the deposit', 'AB12CD')
  answers['GET /bank-accounts'] = ok(sampleAccounts([{ ...pending, proof: { ...deposit, triesLeft: 1 } }]))
  await press('Check the code')
  await screen.findByText('This is not the code on the deposit. Please check it.')
  await screen.findByText('One try left.')
  answers[code] = ok(sampleAccount)
  answers['GET /bank-accounts'] = ok(sampleAccounts())
  await press('Check the code')
  await screen.findByText(/Verified/)
  expect(bodyOf(sentTo(code).at(-1))).toEqual({ code: 'AB12CD' })
})

it('says why one was rejected or suspended, and takes another proof', async () => {
  const proved = `POST /bank-accounts/${pending.id}/proof`
  const { sentTo } = open({
    ...shown([{ ...pending, state: 'Rejected', reason: 'document', note: 'It is older than three months.' }]),
    [proved]: ok(pending),
  })
  await screen.findByText('The statement could not be accepted. It is older than three months.')
  await press('Give another proof')
  fireEvent.click(screen.getByLabelText('Small deposit'))
  await press('Give this proof')
  expect(await prove('pin')).toBe('Give another proof for Account ending 3000')
  await prove('2fa')
  await waitFor(() => expect(bodyOf(sentTo(proved)[0])).toEqual({ proof: { kind: 'deposit' } }))
})

it('offers another account first, and removes one after asking', async () => {
  const [prefer, remove] = [`POST /bank-accounts/${idOf('1')}/prefer`, `POST /bank-accounts/${idOf('1')}/remove`]
  const answer = ok(sampleAccount)
  const { sentTo } = open({ ...shown([{ ...sampleAccount, isPreferred: false }]), [prefer]: answer, [remove]: answer })
  await press('Offer first')
  await prove('pin')
  await prove('2fa')
  await waitFor(() => expect(sentTo(prefer)).toHaveLength(1))
  await press('Remove')
  await screen.findByText('Remove Account ending 3000?')
  expect(sentTo(remove)).toEqual([])
  await press('Yes, remove it')
  await prove('pin')
  await prove('2fa')
  await screen.findByText('The account was removed.')
})

it('says that the accounts could not be loaded, and tries again', async () => {
  const { answers } = open({ 'GET /bank-accounts': failure(503, 'Unavailable', 'Not available.') })
  await screen.findByText('Your bank accounts could not be loaded')
  Object.assign(answers, shown([]))
  await press('Retry')
  await screen.findByText('No bank account yet')
})

it('removes a new account by the link of a mail, with a press and not by the visit', async () => {
  const cancel = 'POST /bank-accounts/cancel-by-mail'
  const { sentTo } = openPage(CancelBankAccountPage, '/cancel-bank-account/:token', '/cancel-bank-account/secret', {
    [cancel]: ok({ done: true }),
  })
  expect(sentTo(cancel)).toEqual([])
  await press('Remove the bank account')
  await screen.findByText('The bank account is removed')
  expect(bodyOf(sentTo(cancel)[0])).toEqual({ token: 'secret' })
})

it('has words for a reason with and without a note, and for tries', () => {
  expect(whyWords({ reason: 'other', note: 'Please call us.' })).toBe('Please call us.')
  expect(whyWords({ reason: null, note: null })).toBe('')
  expect([1, 3].map(triesWords)).toEqual(['One try left', '3 tries left'])
})
