import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { useSession } from '../../lib/session.ts'
import { openConsole, signInOperator } from '../../lib/test-console.tsx'
import { failure, page } from '../../lib/test-server.ts'
import { OperatorWithdrawalsPage } from './operator-withdrawals-page.tsx'
import { sampleId, sampleWithdrawal } from './test-withdrawals.ts'

afterEach(() => act(() => useSession.getState().logOut()))

const list = 'GET /operator/withdrawals'

describe('the list', () => {
  const open = (more = {}, address = '/operator/withdrawals') => {
    signInOperator(['Vault'])
    return openConsole(OperatorWithdrawalsPage, '/operator/withdrawals', address, {
      [list]: page([sampleWithdrawal]),
      ...more,
    })
  }

  it('tells each in one row, which opens it', async () => {
    open()
    const row = await screen.findByRole('link', { name: /^Withdrawal 17/ })
    expect(row.getAttribute('href')).toBe(`/operator/withdrawals/${sampleId}`)
    expect(row.textContent).toMatch(/Approved · ada · .* · 2 bars · parcel 1 of 2/)
    expect(row.textContent).toContain('19.998000 QMGT')
  })

  it('is narrowed by state, which stays in the address; what it does not know is left out', async () => {
    const { sentTo, router } = open({}, '/operator/withdrawals?state=Melted')
    await screen.findByRole('link', { name: /^Withdrawal 17/ })
    expect(sentTo(list)[0]?.params).toEqual({})
    fireEvent.change(screen.getByLabelText('State'), { target: { value: 'Lost' } })
    await waitFor(() => expect(sentTo(list).at(-1)?.params).toEqual({ state: 'Lost' }))
    expect(router.state.location.search).toBe('?state=Lost')
  })

  it('says so where there is none', async () => {
    open({ [list]: page([]) })
    expect(await screen.findByText('No withdrawals')).toBeTruthy()
  })

  it('says so to whom it is not for', async () => {
    open({ [list]: failure(403, 'Forbidden', 'No.') })
    expect(await screen.findByText('Your roles do not cover this')).toBeTruthy()
  })
})
