import { describe, expect, test } from 'vitest'
import { openMailSandbox } from './test-mail-sandbox.ts'

const { sandbox, send, get, getText } = openMailSandbox()

describe('faults', () => {
  const sendOne = () => send({ to: 'ada@example.test', text: 'hello' })
  const count = async (): Promise<number> => (await sandbox().client.mail.list()).data.length
  const standing = async () => (await sandbox().client.control.list())[0]?.fault

  test.each([
    ['temporary', 451],
    ['permanent', 550],
  ] as const)('refuse, %s, answers %i and keeps nothing', async (answer, responseCode) => {
    await sandbox().client.control.set('mail', { fault: 'refuse', answer, times: 1 })
    await expect(sendOne()).rejects.toMatchObject({ responseCode })
    expect(await count()).toBe(0)
    await sendOne()
    expect(await count()).toBe(1)
  })

  test('twice stores two copies with ids of their own', async () => {
    await sandbox().client.control.set('mail', { fault: 'twice', times: 1 })
    await sendOne()
    await sendOne()
    const { data } = await sandbox().client.mail.list()
    expect(new Set(data.map((message) => message.id)).size).toBe(3)
    expect(data[1]?.messageId).toBe(data[2]?.messageId)
    expect(data[0]?.messageId).not.toBe(data[1]?.messageId)
  })

  test('lose stores the message and breaks the connection before the answer', async () => {
    await sandbox().client.control.set('mail', { fault: 'lose', times: 1 })
    const lost = sendOne()
    await expect(lost).rejects.toThrow()
    await expect(lost).rejects.not.toHaveProperty('responseCode')
    expect(await count()).toBe(1)
    await sendOne()
    expect(await count()).toBe(2)
  })

  test('slow answers after the delay, when the message is already stored', async () => {
    await sandbox().client.control.set('mail', { fault: 'slow', delayMs: 300, times: 1 })
    const started = performance.now()
    let answered = false
    const slow = sendOne().then(() => {
      answered = true
    })
    await sandbox().client.mail.next({ to: 'ada@example.test' })
    expect(answered).toBe(false)
    await slow
    expect(performance.now() - started).toBeGreaterThanOrEqual(300)
  })

  test('a fault lasts as often as it was ordered, or until it is cleared', async () => {
    await sandbox().client.control.set('mail', { fault: 'twice', times: 2 })
    await sendOne()
    expect(await standing()).toEqual({ fault: 'twice', remaining: 1 })
    await sendOne()
    expect(await standing()).toBeNull()
    await sandbox().client.control.set('mail', { fault: 'twice' })
    await sendOne()
    await sendOne()
    expect(await standing()).toEqual({ fault: 'twice', remaining: null })
    await sandbox().client.control.clear('mail')
    await sendOne()
    expect(await count()).toBe(9)
  })

  test('the control page sets and clears, and home tells', async () => {
    const post = (path: string, body: string): Promise<Response> =>
      fetch(sandbox().baseUrl + path, {
        method: 'POST',
        headers: { origin: sandbox().baseUrl, 'content-type': 'application/x-www-form-urlencoded' },
        body,
        redirect: 'manual',
      })
    expect((await post('/control/mail', 'fault=slow&delayMs=1500&times=')).status).toBe(303)
    expect(await standing()).toEqual({ fault: 'slow', delayMs: 1500, remaining: null })
    expect(await getText('/')).toContain('Misbehaves: Slow by 1500 ms, until cleared')
    expect(await getText('/control')).toContain('Misbehaves: Slow by 1500 ms, until cleared')
    const wrong = await post('/control/mail', 'fault=slow&delayMs=soon')
    expect(wrong.status).toBe(400)
    expect(await wrong.text()).toContain('delayMs must be a whole number')
    expect((await post('/control/mail/clear', '')).status).toBe(303)
    expect(await getText('/')).toContain('Behaves')
  })
})

describe('wrong input is refused with words, never an error of ours', () => {
  const put = (path: string, body: string, type = 'application/json'): Promise<Response> =>
    fetch(sandbox().baseUrl + path, { method: 'PUT', headers: { 'content-type': type }, body })

  test.each([
    ['no JSON', '{', 400],
    ['null', 'null', 400],
    ['a list', '[]', 400],
    ['a text', '"slow"', 400],
    ['no fault', '{}', 400],
    ['an unknown fault', '{"fault":"explode"}', 400],
    ['a name every object has', '{"fault":"constructor"}', 400],
    ['slow without delay', '{"fault":"slow"}', 400],
    ['a delay in words', '{"fault":"slow","delayMs":"100"}', 400],
    ['no delay at all', '{"fault":"slow","delayMs":0}', 400],
    ['part of a millisecond', '{"fault":"slow","delayMs":1.5}', 400],
    ['a delay too long', '{"fault":"slow","delayMs":60001}', 400],
    ['an unknown answer', '{"fault":"refuse","answer":"maybe"}', 400],
    ['no times', '{"fault":"twice","times":0}', 400],
    ['too many times', '{"fault":"twice","times":1001}', 400],
    ['endless times', '{"fault":"twice","times":null}', 400],
    ['an unknown field', '{"fault":"twice","delayMs":5}', 400],
    ['form fields', 'fault=twice', 400],
    ['a huge body', JSON.stringify({ fault: 'x'.repeat(70_000) }), 413],
  ])('a fault order with %s', async (_case, body, status) => {
    const response = await put('/api/control/mail', body)
    expect(response.status).toBe(status)
    const { error } = (await response.json()) as { error: { status: number; message: string } }
    expect(error.status).toBe(status)
    expect(error.message.length).toBeGreaterThan(10)
    expect((await sandbox().client.control.list())[0]?.fault).toBeNull()
  })

  test('a fault order that is not JSON, or for nobody', async () => {
    expect((await put('/api/control/mail', 'fault=slow', 'text/html')).status).toBe(415)
    expect((await put('/api/control/nobody', '{"fault":"twice"}')).status).toBe(404)
  })

  test.each([
    ['/api/mail?limit=0', 400],
    ['/api/mail?limit=201', 400],
    ['/api/mail?limit=ten', 400],
    ['/api/mail?limit=-1', 400],
    ['/api/mail?after=newest', 400],
    ['/api/mail?before=../../etc', 400],
    ['/api/mail?to=a&to=b', 400],
    ['/api/mail?recipient=a', 400],
    [`/api/mail?to=${'a'.repeat(321)}`, 400],
    ['/api/mail/next?waitSeconds=31', 400],
    ['/api/mail/next?waitSeconds=1e1', 400],
    ['/api/mail/next?after=x', 400],
    ['/api/mail/0000000000000000', 404],
    ['/api/mail/..%2f..%2fetc%2fpasswd', 404],
    ['/api/nothing', 404],
    ['/mail?before=x', 400],
    ['/mail?to=a&to=b', 400],
    ['/mail/0000000000000000', 404],
    ['/mail/0000000000000000/html', 404],
    ['/mail/0000000000000000/raw', 404],
    ['/mail/0000000000000000/attachments/1', 404],
    ['/mail/%zz', 400],
    ['/nothing', 404],
  ])('GET %s gives %i', async (path, status) => {
    expect((await get(path)).status).toBe(status)
  })

  test('an attachment that is not there', async () => {
    await send({ to: 'ada@example.test', text: 'hello' })
    const { id } = await sandbox().client.mail.next({})
    for (const number of ['0', '1', '-1', '1.5', 'length', 'constructor'])
      expect((await get(`/mail/${id}/attachments/${number}`)).status).toBe(404)
  })
})
