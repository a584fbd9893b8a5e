import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { dialogNamed, fillIn, openConsole, pressIn, sampleApproval } from '../../lib/test-console.tsx'
import { bodyOf, failure, ok, page } from '../../lib/test-server.ts'
import { OperatorApprovalsPage } from './operator-approvals-page.tsx'

const approve = `POST /operator/approvals/${sampleApproval.id}/approve`
const refuse = `POST /operator/approvals/${sampleApproval.id}/refuse`
const withdraw = `POST /operator/approvals/${sampleApproval.id}/withdraw`

const open = (approval: object = sampleApproval, more = {}, address = '/operator/approvals') =>
  openConsole(OperatorApprovalsPage, '/operator/approvals', address, {
    'GET /operator/approvals': page([approval]),
    [approve]: ok({ ...sampleApproval, state: 'done' }),
    [refuse]: ok({ ...sampleApproval, state: 'refused' }),
    [withdraw]: ok({ ...sampleApproval, state: 'withdrawn' }),
    ...more,
  })

it('shows before and after in words, the reason, who asked, and what the customer will be told', async () => {
  open()
  const item = await screen.findByRole('listitem')
  expect(item.textContent).toContain('BeforeAccountFrozen')
  expect(item.textContent).toContain('AfterAccountOpen')
  expect(item.textContent).toContain('“Called back on the known number”')
  expect(item.textContent).toContain('Asked for by olga')
  expect(item.textContent).toContain('Your account can send again.')
  expect(screen.getByRole('link', { name: 'ada' }).getAttribute('href')).toContain('/operator/customers/')
})

it('asks for what is for me first, and for others on demand, which stays in the address', async () => {
  const { sentTo, router } = open()
  await screen.findByRole('listitem')
  expect(sentTo('GET /operator/approvals')[0]?.params).toEqual({ show: 'for-me' })
  fireEvent.click(screen.getByLabelText('Mine'))
  await waitFor(() => expect(sentTo('GET /operator/approvals').at(-1)?.params).toEqual({ show: 'mine' }))
  expect(router.state.location.search).toBe('?show=mine')
})

it.each([
  ['Approve', approve],
  ['Refuse', refuse],
])('takes a note, the password and a 2FA code to %s', async (name, call) => {
  const { sentTo } = open()
  fireEvent.click(await screen.findByRole('button', { name }))
  const dialog = await dialogNamed(`${name}: Unfreeze an account`)
  pressIn(dialog, name)
  expect(await dialog.findByText('Please enter your password.')).toBeTruthy()
  expect(sentTo(call)).toEqual([])
  fillIn(dialog, { Note: 'I called too', 'Your password': 'blue kettle', '2FA code': '123456' })
  pressIn(dialog, name)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodyOf(sentTo(call)[0])).toEqual({ note: 'I called too', password: 'blue kettle', inputCode: '123456' })
})

it('says why it could not be decided and stays open', async () => {
  open(sampleApproval, { [approve]: failure(409, 'StateChanged', 'It was decided by somebody else.') })
  fireEvent.click(await screen.findByRole('button', { name: 'Approve' }))
  const dialog = await dialogNamed(/^Approve/)
  fillIn(dialog, { Note: 'I called too', 'Your password': 'blue kettle', '2FA code': '123456' })
  pressIn(dialog, 'Approve')
  expect(await dialog.findByText('It was decided by somebody else.')).toBeTruthy()
})

it('lets whoever asked take it back, and decide nothing', async () => {
  const { sentTo } = open({ ...sampleApproval, mayDecide: false, mayWithdraw: true })
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw' }))
  await waitFor(() => expect(sentTo(withdraw)).toHaveLength(1))
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
})

it('tells what became of it', async () => {
  const ended = { state: 'outdated', decider: 'paul', decidedAt: sampleApproval.askedAt, note: 'The account changed.' }
  open({ ...sampleApproval, ...ended, mayDecide: false }, {}, '/operator/approvals?show=all')
  const item = await screen.findByRole('listitem')
  expect(item.textContent).toContain('Outdated')
  expect(item.textContent).toContain('paul: The account changed.')
  expect(item.textContent).not.toContain('The customer will be told')
})

it('says so where nobody waits', async () => {
  open(sampleApproval, { 'GET /operator/approvals': page([]) })
  expect(await screen.findByText('Nobody is waiting for you.')).toBeTruthy()
})
