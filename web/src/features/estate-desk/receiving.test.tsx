import type { EstateDetails } from '@ingot/endpoints/estate-desk'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useSession } from '../../lib/session.ts'
import { dialogNamed, fillIn, openConsole, pressIn, sampleApproval, signInOperator } from '../../lib/test-console.tsx'
import { bodyOf, failure, ok, page } from '../../lib/test-server.ts'
import { shareOf, sumWords } from './estate-words.ts'
import { OperatorEstatePage } from './operator-estate-page.tsx'
import { inPapers, sampleCustomer, sampleEstate, sampleFile, sampleId, samplePeople } from './test-estates.ts'

afterEach(() => {
  vi.restoreAllMocks()
  act(() => useSession.getState().logOut())
})

const of = (call: string) => `POST /operator/estates/${sampleId}/${call}`
const [ben, cleo] = samplePeople as [EstateDetails['beneficiaries'][number], EstateDetails['beneficiaries'][number]]

const openOne = (changes: Partial<EstateDetails> = {}, more = {}) => {
  signInOperator(['Owner'])
  return openConsole(OperatorEstatePage, '/operator/estates/:id', `/operator/estates/${sampleId}`, {
    [`GET /operator/estates/${sampleId}`]: ok({ ...sampleEstate, ...inPapers, ...changes }),
    ...more,
  })
}

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const proof = { 'Your password': 'blue kettle', '2FA code': '123 456' }

describe('who receives', () => {
  it('is told with share, guardian, and what is accepted of whom', async () => {
    openOne({ files: [{ ...sampleFile, kind: 'identity', beneficiary: ben.id, acceptedBy: 'otto' }] })
    const part = await screen.findByRole('region', { name: 'Who receives' })
    const [first, second] = within(part).getAllByRole('listitem')
    expect(first?.textContent).toMatch(/^Ben Lovelace66.67 %.*identity accepted/)
    expect(second?.textContent).toMatch(/^Cleo Mae Lovelace33.33 %.*identity not accepted yet.*Under age.*Gus Byron/)
    expect(part.textContent).toContain('who inherits is the law’s question')
  })

  it('is nobody where nobody was named', async () => {
    openOne({ beneficiaries: [], nomineeVersion: null })
    expect(await screen.findByText(/^Nobody was named/)).toBeTruthy()
  })

  it.each([null, '2026-11-20T10:00:00.000Z'])(
    'can still be said where something came in after all the others had theirs, and only then: %s',
    async (passedAt) => {
      const part = {
        ...{ asset: 'USDT', product: null, number: null, amount: '6', cost: null, holding: null },
      } as const
      openOne({ state: 'Distributed', beneficiaries: [{ ...ben, parts: [{ ...part, id: ben.id, passedAt }] }] })
      await screen.findByRole('list', { name: /^What Ben/ })
      const ways = () => screen.queryAllByRole('button', { name: /^Say which customer it is/ }).length
      await waitFor(() => expect(ways()).toBe(passedAt === null ? 1 : 0))
    },
  )

  it('is told with what was set aside and passed on, and its cost', async () => {
    const part = { asset: 'QMGT', product: null, number: null, amount: '6.667', cost: '800.5', holding: null }
    openOne({
      state: 'Approved',
      beneficiaries: [
        {
          ...ben,
          ...{ customer: sampleCustomer, linkedAt: '2026-11-20T10:00:00.000Z' },
          parts: [{ ...part, id: ben.id, passedAt: '2026-11-20T10:00:00.000Z' }],
        },
        {
          ...cleo,
          parts: [{ ...part, ...{ id: cleo.id, passedAt: null, cost: null, product: 'GAE', number: 'H-9' } }],
        },
      ],
    })
    const got = await screen.findByRole('list', { name: 'What Ben Lovelace receives' })
    expect(got.textContent).toMatch(/QMGTPassed on .*6\.667000 QMGTcost 800\.50 USD/)
    expect(screen.getByRole('list', { name: 'What Cleo Mae Lovelace receives' }).textContent).toMatch(
      /GAE H-9Set aside/,
    )
    expect(screen.queryByRole('button', { name: /^Say which customer it is: Ben/ })).toBeNull()
  })

  it('is said by two, where it does not show by itself', async () => {
    const gus = {
      id: sampleCustomer.id,
      username: 'gus',
      email: null,
      state: 'Verified',
      since: '2026-01-01T00:00:00.000Z',
    }
    const { sentTo } = openOne(
      { state: 'Approved' },
      { 'GET /operator/customers': page([gus]), 'POST /operator/approvals': ok(sampleApproval) },
    )
    await press('Say which customer it is: Cleo Mae Lovelace')
    const finding = await dialogNamed('Which customer is Cleo Mae Lovelace?')
    fillIn(finding, { 'Username or e-mail': 'gus' })
    pressIn(finding, 'Find')
    fireEvent.click(await finding.findByRole('button', { name: 'Choose gus' }))
    const dialog = await dialogNamed('Cleo Mae Lovelace is gus')
    expect(dialog.getByText(/as the guardian/)).toBeTruthy()
    fillIn(dialog, { Reason: 'The passport shows it', ...proof })
    pressIn(dialog, 'Ask for approval')
    await waitFor(() =>
      expect(bodyOf(sentTo('POST /operator/approvals')[0])).toMatchObject({
        action: 'link-beneficiary',
        thing: `beneficiary:${cleo.id}`,
        given: { customer: sampleCustomer.id },
      }),
    )
  })
})

describe('a court’s list', () => {
  it('begins with who is there, in percent, and is sent in whole', async () => {
    const { sentTo } = openOne({}, { [of('beneficiaries')]: ok(sampleEstate) })
    await press('Name who receives')
    const dialog = await dialogNamed('Who receives')
    const second = within(dialog.getByRole('group', { name: 'Person 2' }))
    expect((second.getByLabelText('Share in percent') as HTMLInputElement).value).toBe('33.33')
    fireEvent.change(second.getByLabelText('Share in percent'), { target: { value: '13,33' } })
    expect(dialog.getByText('Together 80 %: 20 % missing.')).toBeTruthy()
    pressIn(dialog, 'Add another person')
    const third = within(dialog.getByRole('group', { name: 'Person 3' }))
    for (const [label, value] of Object.entries({
      'First name': 'Dee',
      'Last name': 'Byron',
      'Date of birth': '1980-01-01',
      'E-mail or phone': 'dee@example.com',
      'Share in percent': '20 %',
    }))
      fireEvent.change(third.getByLabelText(label), { target: { value } })
    expect(dialog.getByText('Together 100 %.')).toBeTruthy()
    fillIn(dialog, { Reason: 'District court, 4 November', ...proof })
    pressIn(dialog, 'Set who receives')
    await waitFor(() => expect(sentTo(of('beneficiaries'))).toHaveLength(1))
    const body = bodyOf(sentTo(of('beneficiaries'))[0]) as { beneficiaries: { share: number; guardian: unknown }[] }
    expect(body).toMatchObject({ password: 'blue kettle', inputCode: '123456' })
    expect(body.beneficiaries.map(({ share }) => share)).toEqual([6667, 1333, 2000])
    expect(body.beneficiaries[1]?.guardian).toMatchObject({ firstName: 'Gus' })
    expect(body.beneficiaries[2]).toMatchObject({ middleName: '', guardian: null })
  })

  it('says at each field what is wrong, and what the server says of all', async () => {
    const { sentTo } = openOne(
      { beneficiaries: [ben] },
      { [of('beneficiaries')]: failure(400, 'SharesIncomplete', 'Shares are 66.67 %.') },
    )
    await press('Name who receives')
    const dialog = await dialogNamed('Who receives')
    fireEvent.click(dialog.getByLabelText('Has a guardian'))
    fillIn(dialog, { 'Share in percent': '120', Reason: 'District court', ...proof })
    pressIn(dialog, 'Set who receives')
    expect(await dialog.findByText('Please enter the guardian’s first name.')).toBeTruthy()
    expect(dialog.getByText('Please enter a share in percent, with at most two decimals.')).toBeTruthy()
    expect(document.activeElement?.tagName).toBe('INPUT')
    expect(sentTo(of('beneficiaries'))).toEqual([])
    fireEvent.click(dialog.getByLabelText('Has a guardian'))
    fillIn(dialog, { 'Share in percent': '66.67' })
    pressIn(dialog, 'Set who receives')
    expect(await dialog.findByText('Shares are 66.67 %.')).toBeTruthy()
  })
})

describe('papers', () => {
  it('are accepted for what they are and whose, after a look', async () => {
    const call = `POST /operator/estates/${sampleId}/files/${sampleFile.id}/accept`
    const { sentTo } = openOne({ files: [sampleFile] }, { [call]: ok(sampleFile) })
    await press('Accept scan.pdf')
    const dialog = await dialogNamed('Accept scan.pdf')
    fillIn(dialog, { 'What it is': 'identity' })
    pressIn(dialog, 'Accept')
    expect(await dialog.findByText('Please say whose it is.')).toBeTruthy()
    fillIn(dialog, { 'Whose it is': cleo.id })
    pressIn(dialog, 'Accept')
    await waitFor(() =>
      expect(bodyOf(sentTo(call)[0])).toEqual({ accepted: true, kind: 'identity', beneficiary: cleo.id }),
    )
  })

  it('that were accepted are not any more when that is taken back', async () => {
    const call = `POST /operator/estates/${sampleId}/files/${sampleFile.id}/accept`
    const accepted = { ...sampleFile, kind: 'death-certificate' as const, acceptedBy: 'otto' }
    const { sentTo } = openOne({ files: [accepted] }, { [call]: ok(sampleFile) })
    expect(await screen.findByText('Accepted by otto')).toBeTruthy()
    await press('Take that back: scan.pdf')
    await waitFor(() => expect(bodyOf(sentTo(call)[0])).toEqual({ accepted: false, kind: 'death-certificate' }))
  })

  it('open on the page, or are saved where the browser shows no PDF', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:paper')
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined)
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const call = `GET /operator/estates/${sampleId}/files/${sampleFile.id}`
    const { answers } = openOne(
      { files: [sampleFile] },
      { [call]: { status: 200, data: new Uint8Array([0x52, 0x49]) } },
    )
    await press('Open scan.pdf')
    const dialog = await dialogNamed('scan.pdf')
    expect(await dialog.findByRole('img', { name: 'scan.pdf' })).toBeTruthy()
    pressIn(dialog, 'Close')
    answers[call] = { status: 200, data: new Uint8Array([0x25, 0x50]) }
    await press('Open scan.pdf')
    await waitFor(() => expect(saved).toHaveBeenCalledOnce())
  })

  it('are added, unless they are too large', async () => {
    const { sentTo } = openOne({ state: 'Checking' }, { [of('files')]: ok(sampleFile) })
    await press('Add a paper')
    const dialog = await dialogNamed('Add a paper')
    pressIn(dialog, 'Add')
    expect(await dialog.findByText('Please choose a file.')).toBeTruthy()
    const large = new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'a.pdf', { type: 'application/pdf' })
    fireEvent.change(dialog.getByLabelText('Paper'), { target: { files: [large] } })
    pressIn(dialog, 'Add')
    expect(await dialog.findByText(/^This file is too large/)).toBeTruthy()
    fireEvent.change(dialog.getByLabelText('Paper'), { target: { files: [new File(['x'], 'b.pdf')] } })
    pressIn(dialog, 'Add')
    await waitFor(() => expect(sentTo(of('files'))).toHaveLength(1))
  })

  it('of what has ended are read only, and those erased by age have a name', async () => {
    openOne({ state: 'Distributed', files: [{ ...sampleFile, isErased: true }] })
    expect(await screen.findByText('Erased')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Add a paper' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Open scan.pdf' })).toBeNull()
  })
})

describe('shares', () => {
  it.each([
    ['50', 5000],
    ['33.33', 3333],
    ['0,01', 1],
    [' 12.5 % ', 1250],
    ['100', 10_000],
    ['0', null],
    ['100.01', null],
    ['33.333', null],
    ['half', null],
  ])('are typed in percent: %s', (typed, share) => {
    expect(shareOf(typed)).toBe(share)
  })

  it('are told in percent', () => {
    expect(sumWords(12_000)).toBe('Together 120 %: 20 % too much.')
  })
})
