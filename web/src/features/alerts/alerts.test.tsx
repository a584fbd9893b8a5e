import type { Alert } from '@ingot/endpoints/alerts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openPage } from '../../lib/test-page.tsx'
import { type Answers, bodyOf, cutLine, failure, ok } from '../../lib/test-server.ts'
import { AlertMe } from './alert-me.tsx'
import { AlertsSection } from './alerts-section.tsx'

const idOf = (letter: string) => `0198a3c1-0000-7000-8000-00000000000${letter}`

const above: Alert = {
  id: idOf('1'),
  kind: 'above',
  price: '140',
  percent: null,
  madeAt: '2026-11-13T12:00:00.000Z',
  firedAt: null,
  armed: true,
}
const moves: Alert = { ...above, id: idOf('2'), kind: 'moves', price: null, percent: '2.5' }

const samplePrice = {
  ...{ state: 'open', tradable: true, perOunce: '4105.50', perGram: '131.99489', buy: '132.65', sell: '131.33' },
  ...{ at: '2026-11-13T12:00:00.000Z', opensAt: null },
}

const open = async (given: Answers = {}) => {
  const server = openPage(AlertsSection, '/My-Profile/Alerts', '/My-Profile/Alerts', {
    'GET /price': ok(samplePrice),
    'GET /price-alerts': ok([above, moves]),
    'POST /price-alerts': ok(above),
    ...given,
  })
  await screen.findByRole('button', { name: 'Set the alert' })
  return server
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const choose = (label: string) => fireEvent.click(screen.getByLabelText(label))
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const rows = () => within(screen.getByRole('list', { name: 'Your price alerts' })).getAllByRole('listitem')

describe('the alerts', () => {
  it('say what each waits for, how it stands, and by what rule they are sent', async () => {
    const fired = { firedAt: '2026-11-14T09:00:00.000Z', armed: false }
    await open({
      'GET /price-alerts': ok([
        above,
        { ...moves, ...fired },
        { ...above, ...fired, id: idOf('3'), kind: 'below', armed: true },
      ]),
    })
    const [first, second, third] = rows().map((row) => row.textContent)
    expect(first).toBe('Rises to 140.00 USD per gramActiveRemove')
    expect(second).toMatch(/^Moves by 2\.5 % in a dayE-mailed .+ · waits until the price has come backRemove$/)
    expect(third).toMatch(/^Falls to 140\.00 USD per gramE-mailed .+ · active againRemove$/)
    expect(screen.getByText(/^We e-mail you once/).textContent).toMatch(
      /after 12\shours, and only if.*came back by 0\.5\s%/,
    )
  })

  it('are removed one by one', async () => {
    const { sentTo, answers } = await open({ [`DELETE /price-alerts/${above.id}`]: ok({ done: true }) })
    answers['GET /price-alerts'] = ok([moves])
    press('Remove: Rises to 140.00 USD per gram')
    await waitFor(() => expect(rows()).toHaveLength(1))
    expect(sentTo(`DELETE /price-alerts/${above.id}`)).toHaveLength(1)
  })

  it('that could not be removed stay, and say so', async () => {
    await open({ [`DELETE /price-alerts/${above.id}`]: failure(503, 'Unavailable', 'Not available.') })
    press('Remove: Rises to 140.00 USD per gram')
    expect((await screen.findByRole('alert')).textContent).toContain('Not available.')
    expect(rows()).toHaveLength(2)
  })

  it('that are none lead on to the first', async () => {
    await open({ 'GET /price-alerts': ok([]) })
    expect(screen.getByText('You have no alerts yet. You can set up to 10.')).toBeTruthy()
  })

  it('that are ten leave no room for another', async () => {
    const ten = Array.from({ length: 10 }, (_, index) => ({ ...above, id: idOf(String(index)) }))
    openPage(AlertsSection, '/', '/', { 'GET /price-alerts': ok(ten) })
    expect(await screen.findByText('You have 10 alerts, which is the most. Remove one to set another.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Set the alert' })).toBeNull()
  })

  it('that could not be loaded are asked for again', async () => {
    openPage(AlertsSection, '/', '/', { 'GET /price-alerts': failure(503, 'Unavailable', 'Not available.') })
    expect(await screen.findByText('The alerts could not be loaded')).toBeTruthy()
  })
})

describe('another one', () => {
  it.each([
    ['Rises to', 'Price of a gram', '1,140.50', { kind: 'above', price: '1140.50' }],
    ['Falls to', 'Price of a gram', '120', { kind: 'below', price: '120' }],
    ['Moves by', 'Percent in a day', '2.5 %', { kind: 'moves', percent: '2.5' }],
  ])('is set: %s, %s %s', async (kind, label, typed, body) => {
    const { sentTo } = await open()
    choose(kind)
    type(label, typed)
    press('Set the alert')
    await waitFor(() => expect(sentTo('POST /price-alerts')).toHaveLength(1))
    expect(bodyOf(sentTo('POST /price-alerts')[0])).toEqual(body)
    expect(await screen.findByText('Saved: Rises to 140.00 USD per gram.')).toBeTruthy()
    await waitFor(() => expect(sentTo('GET /price-alerts')).toHaveLength(2))
  })

  it('is told the price now, and that one that is reached already is e-mailed at once', async () => {
    await open()
    expect(await screen.findByText('131.99 USD per gram now')).toBeTruthy()
    type('Price of a gram', '130')
    expect(await screen.findByText('131.99 USD per gram now: you would get the e-mail at once')).toBeTruthy()
    choose('Falls to')
    expect(await screen.findByText('131.99 USD per gram now')).toBeTruthy()
  })

  it.each([
    ['Rises to', 'Price of a gram', '', 'Please enter a price.'],
    ['Moves by', 'Percent in a day', '0.2', 'Please enter a percentage from 0.5 to 50.'],
    ['Moves by', 'Percent in a day', '60', 'Please enter a percentage from 0.5 to 50.'],
    ['Moves by', 'Percent in a day', '2.555', 'Please enter a percentage such as 2.5.'],
  ])('that cannot be is told at its field: %s, %s “%s”', async (kind, label, typed, words) => {
    const { sentTo } = await open()
    choose(kind)
    type(label, typed)
    press('Set the alert')
    expect((await screen.findByRole('alert')).textContent).toBe(words)
    expect(sentTo('POST /price-alerts')).toHaveLength(0)
  })

  it('whose answer was lost is asked for under the same key', async () => {
    const { sentTo, answers } = await open({ 'POST /price-alerts': cutLine })
    type('Price of a gram', '140')
    press('Set the alert')
    await screen.findByRole('alert')
    answers['POST /price-alerts'] = ok(above)
    press('Set the alert')
    await screen.findByText(/^Saved/)
    const [first, second] = sentTo('POST /price-alerts').map(({ headers }) => headers.get('Idempotency-Key'))
    expect(first).toBeTruthy()
    expect(second).toBe(first)
  })

  it('that is too many is refused in the server’s words', async () => {
    await open({ 'POST /price-alerts': failure(409, 'TooManyAlerts', 'Please remove one first.') })
    type('Price of a gram', '140')
    press('Set the alert')
    expect((await screen.findByRole('alert')).textContent).toContain('Please remove one first.')
  })
})

it('beside the price opens on a press, and closes again', async () => {
  openPage(AlertMe, '/', '/', { 'GET /price': ok(samplePrice), 'GET /price-alerts': ok([]) })
  expect(screen.queryByRole('dialog')).toBeNull()
  press('Alert me')
  const dialog = await screen.findByRole('dialog', { name: 'Price alerts' })
  expect(await within(dialog).findByLabelText('Price of a gram')).toBeTruthy()
  press('Close')
  expect(screen.queryByRole('dialog')).toBeNull()
})
