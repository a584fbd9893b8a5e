import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { openConsole } from '../../lib/test-console.tsx'
import { type Answer, failure, page } from '../../lib/test-server.ts'
import { OperatorAuditPage } from './operator-audit-page.tsx'

const customer = { id: '0198a3c1-0000-7000-8000-0000000000c1', username: 'ada' }

const line = {
  number: '7',
  at: '2026-11-13T12:00:00.000Z',
  operator: 'olga',
  action: 'freeze',
  title: 'Froze an account',
  customer,
  thing: null,
  reason: 'Asked by phone',
  facts: [{ name: 'Since', value: 'today' }],
  alone: false,
}

const open = (answer: Answer = page([line]), address = '/operator/audit') =>
  openConsole(OperatorAuditPage, '/operator/audit', address, {
    'GET /operator/audit': answer,
    'GET /operator/audit.csv': { status: 200, data: 'number,at\n' },
  })

it('tells who did what to whom, when and why', async () => {
  open()
  const { textContent } = await screen.findByRole('listitem')
  expect(textContent).toContain('Froze an accountolga')
  expect(textContent).toContain('no. 7')
  expect(textContent).toContain('“Asked by phone”')
  expect(screen.getByRole('link', { name: 'ada' }).getAttribute('href')).toBe(`/operator/customers/${customer.id}`)
})

it('marks what one person did alone, and what was done at the machine', async () => {
  open(page([{ ...line, operator: null, alone: true }]))
  const { textContent } = await screen.findByRole('listitem')
  expect(textContent).toContain('At the machine')
  expect(textContent).toContain('by one person, where it usually takes two')
})

it('is narrowed by period, operator, action and customer, and handed out as a file in the same way', async () => {
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const { sentTo, router } = open(undefined, `/operator/audit?customer=${customer.id}`)
  await screen.findByRole('listitem')
  fireEvent.change(screen.getByLabelText('Operator'), { target: { value: ' olga ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Find' }))
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-01' } })
  await screen.findByRole('listitem')
  fireEvent.change(screen.getByLabelText('Action'), { target: { value: 'freeze' } })
  const wanted = {
    operator: 'olga',
    action: 'freeze',
    customer: customer.id,
    from: new Date(2026, 10, 1).toISOString(),
  }
  await waitFor(() => expect(sentTo('GET /operator/audit').at(-1)?.params).toEqual(wanted))
  fireEvent.click(screen.getByRole('button', { name: 'Download CSV' }))
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1))
  expect(sentTo('GET /operator/audit.csv')[0]?.params).toEqual(wanted)
  fireEvent.click(screen.getByRole('button', { name: 'Show all customers' }))
  await waitFor(() => expect(router.state.location.search).not.toContain('customer'))
  save.mockRestore()
})

it('leaves out what an address names wrongly', async () => {
  const { sentTo } = open(undefined, '/operator/audit?customer=nobody')
  await screen.findByRole('listitem')
  expect(sentTo('GET /operator/audit')[0]?.params).toEqual({})
})

it('offers everything again where nothing matches', async () => {
  const { answers } = open(page([]), '/operator/audit?operator=nobody')
  await screen.findByText('Nothing matches')
  answers['GET /operator/audit'] = page([line])
  fireEvent.click(screen.getByRole('button', { name: 'Show all' }))
  expect(within(await screen.findByRole('listitem')).getByText('olga')).toBeTruthy()
})

it('is for some roles only, which others are told', async () => {
  open(failure(403, 'Forbidden', 'Not for you.'))
  expect(await screen.findByText('Your roles do not cover this')).toBeTruthy()
})
