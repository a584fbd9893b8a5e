import type { Role } from '@ingot/endpoints/roles'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { useSession } from '../../lib/session.ts'
import { dialogNamed, fillIn, openConsole, pressIn, signInOperator } from '../../lib/test-console.tsx'
import { bodyOf, failure, ok, page } from '../../lib/test-server.ts'
import { OperatorEstatesPage } from './operator-estates-page.tsx'
import { sampleCustomer, sampleEstate, sampleId } from './test-estates.ts'

afterEach(() => act(() => useSession.getState().logOut()))

const list = 'GET /operator/estates'
const report = 'POST /operator/estates'

const open = (more = {}, roles: Role[] = ['Compliance'], address = '/operator/estates') => {
  signInOperator(roles)
  return openConsole(OperatorEstatesPage, '/operator/estates', address, { [list]: page([sampleEstate]), ...more })
}

describe('the list', () => {
  it('tells each in one row, which opens it', async () => {
    open()
    const row = await screen.findByRole('link', { name: /^Ada Lovelace/ })
    expect(row.getAttribute('href')).toBe(`/operator/estates/${sampleId}`)
    expect(row.textContent).toMatch(/Report 7F3A91C2 · .*Reported$/)
  })

  it('tells until when one waits, and whose account it is', async () => {
    const waiting = { ...sampleEstate, state: 'Waiting', customer: sampleCustomer }
    open({ [list]: page([{ ...waiting, waitingUntil: '2026-12-10T10:00:00.000Z' }]) })
    const row = await screen.findByRole('link', { name: /^Ada Lovelace/ })
    expect(row.textContent).toMatch(/ada.*Waiting.*until /)
  })

  it('is narrowed by state, which stays in the address; what it does not know is left out', async () => {
    const { sentTo, router } = open({}, ['Auditor'], '/operator/estates?state=Lost')
    await screen.findByRole('link', { name: /^Ada Lovelace/ })
    expect(sentTo(list)[0]?.params).toEqual({})
    fireEvent.change(screen.getByLabelText('State'), { target: { value: 'Vetoed' } })
    await waitFor(() => expect(sentTo(list).at(-1)?.params).toEqual({ state: 'Vetoed' }))
    expect(router.state.location.search).toBe('?state=Vetoed')
  })

  it('says so where there is none', async () => {
    open({ [list]: page([]) })
    expect(await screen.findByText('No reports')).toBeTruthy()
  })

  it('says so to whom it is not for', async () => {
    open({ [list]: failure(403, 'Forbidden', 'No.') })
    expect(await screen.findByText('Your roles do not cover this')).toBeTruthy()
  })

  it('lets an auditor read and not report', async () => {
    open({}, ['Auditor'])
    await screen.findByRole('link', { name: /^Ada Lovelace/ })
    expect(screen.queryByRole('button', { name: 'Report a death' })).toBeNull()
  })
})

describe('reporting', () => {
  const told = {
    'First name': 'Ada',
    'Last name': 'Lovelace',
    'Date of birth': '1955-12-10',
    'Date of death': '2026-11-01',
    Name: 'Ben Lovelace',
    Relation: 'Child',
    'E-mail': 'ben@example.com',
    'What was told': 'She died at home.',
  }

  it('is all that Support does: nothing of the list is asked for', async () => {
    const { sentTo } = open({ [report]: ok(sampleEstate) }, ['Support'])
    fireEvent.click(await screen.findByRole('button', { name: 'Report a death' }))
    const dialog = await dialogNamed('Report a death')
    fillIn(dialog, told)
    pressIn(dialog, 'Report')
    expect(await dialog.findByText(/^Report 7F3A91C2 is written down, and nothing is stopped yet/)).toBeTruthy()
    expect(dialog.queryByRole('link')).toBeNull()
    expect(sentTo(list)).toEqual([])
    const [sent] = sentTo(report)
    expect(bodyOf(sent)).toEqual({
      deceased: {
        ...{ firstName: 'Ada', lastName: 'Lovelace', dateOfBirth: '1955-12-10', dateOfDeath: '2026-11-01', email: '' },
      },
      reporter: { name: 'Ben Lovelace', email: 'ben@example.com', phone: '', relation: 'Child' },
      words: 'She died at home.',
    })
    expect(sent?.headers.get('Idempotency-Key')).toBeTruthy()
  })

  it('says at each field what is wrong, and begins at the first one', async () => {
    const { sentTo } = open({ [report]: ok(sampleEstate) })
    fireEvent.click(await screen.findByRole('button', { name: 'Report a death' }))
    const dialog = await dialogNamed('Report a death')
    fillIn(dialog, { ...told, 'Last name': '', Relation: '' })
    pressIn(dialog, 'Report')
    expect(await dialog.findByText('Please enter the last name.')).toBeTruthy()
    expect(dialog.getByText('Please choose the relation.')).toBeTruthy()
    expect(document.activeElement).toBe(dialog.getByLabelText('Last name'))
    expect(sentTo(report)).toEqual([])
  })

  it('says what the server says where it belongs, and leads Compliance to what was written', async () => {
    const wrong = { errors: [{ path: ['deceased', 'dateOfDeath'], message: 'This day has not come yet.' }] }
    const { answers } = open({ [report]: failure(400, 'InvalidInput', 'No.', wrong) })
    fireEvent.click(await screen.findByRole('button', { name: 'Report a death' }))
    const dialog = await dialogNamed('Report a death')
    fillIn(dialog, told)
    pressIn(dialog, 'Report')
    expect(await dialog.findByText('This day has not come yet.')).toBeTruthy()
    expect(document.activeElement).toBe(dialog.getByLabelText('Date of death'))
    answers[report] = ok(sampleEstate)
    pressIn(dialog, 'Report')
    const link = await dialog.findByRole('link', { name: 'Look at it' })
    expect(link.getAttribute('href')).toBe(`/operator/estates/${sampleId}`)
  })
})
