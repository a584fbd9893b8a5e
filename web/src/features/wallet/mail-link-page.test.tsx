import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { failure, ok } from '../../lib/test-server.ts'
import { MailLinkPage } from './mail-link-page.tsx'
import { openMovements } from './test-movements.tsx'

const open = (path: string, answers: Parameters<typeof openMovements>[3]) =>
  openMovements(MailLinkPage, `${path}/:token`, `${path}/the-token`, answers)

describe.each([
  {
    path: '/freeze-outgoing',
    call: 'POST /freeze-outgoing/by-mail',
    question: 'Freeze your account?',
    button: 'Freeze my account',
    done: 'Your account is frozen',
    next: 'Choose a new password',
  },
  {
    path: '/cancel-transfer',
    call: 'POST /cancel-transfer',
    question: 'Cancel the transfer?',
    button: 'Cancel the transfer',
    done: 'The transfer is cancelled',
    next: 'Choose a new password',
  },
  {
    path: '/cancel-address',
    call: 'POST /cancel-address',
    question: 'Remove the address?',
    button: 'Remove the address',
    done: 'The address is removed',
    next: 'Choose a new password',
  },
])('the link $path of a mail', ({ path, call, question, button, done, next }) => {
  it('acts by its button and not by the visit, and says what comes next', async () => {
    const { sentTo } = open(path, { [call]: ok({ done: true }) })
    await screen.findByRole('heading', { name: question })
    expect(sentTo(call)).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: button }))
    expect(await screen.findByRole('heading', { name: done })).toBe(document.activeElement)
    expect(sentTo(call).map(({ data }) => JSON.parse(String(data)))).toEqual([{ token: 'the-token' }])
    expect(screen.getByRole('link', { name: next }).getAttribute('href')).toBe('/forgot-password')
  })

  it('says when it is used up', async () => {
    open(path, { [call]: failure(400, 'LinkInvalid', 'This link no longer works. Please ask for a new one.') })
    fireEvent.click(await screen.findByRole('button', { name: button }))
    expect((await screen.findByRole('alert')).textContent).toContain('This link no longer works.')
    expect(screen.getByText(/Each link works once/)).toBeTruthy()
  })
})

it('a transfer that has left can no longer be cancelled, and the page says so', async () => {
  const message = 'This transfer has ended or is already on its way, so it can no longer be cancelled.'
  open('/cancel-transfer', { 'POST /cancel-transfer': failure(409, 'TransferLeft', message) })
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel the transfer' }))
  expect((await screen.findByRole('alert')).textContent).toBe(message)
})
