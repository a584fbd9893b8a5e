import { randomBytes } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { errorTable } from '@ingot/endpoints/errors'
import { uploadLimit } from '@ingot/endpoints/uploads'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../features/identity/test-people.ts'
import { createSenders, eicar, formOf, hugePicture, listOf, pdf, picture, send } from './test-uploads.ts'

let people: Awaited<ReturnType<typeof createSenders>>
let mia: Client
beforeAll(async () => {
  people = await createSenders()
  mia = await people.newCustomer('mia')
})
afterAll(() => people.close())

const raw = { raw: { width: 300, height: 100, channels: 3 } } as const

describe('what is refused, in words', () => {
  const refused = errorTable.UploadRefused.message
  const locked = errorTable.PdfRefused.message
  const zip = (content: Buffer) =>
    Buffer.concat([Buffer.from('PK\x03\x04\x14\0\0\0\x08\0', 'latin1'), deflateRawSync(content)])
  const hostile: Record<string, [() => Uint8Array | Promise<Uint8Array>, string]> = {
    'an empty file': [() => Buffer.alloc(0), refused],
    'a text': [() => Buffer.from('hello'), refused],
    'an SVG': [() => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), refused],
    'a page': [() => Buffer.from('<!doctype html><script>alert(1)</script>'), refused],
    'a GIF that is a script': [() => Buffer.from('GIF89a/*\x01\0*/=1;alert(1)//', 'latin1'), refused],
    'a sound GIF': [() => picture('gif'), refused],
    'a bomb of zeros, packed': [() => zip(Buffer.alloc(50 * 1024 * 1024)), refused],
    'an archive in an archive': [() => zip(zip(zip(Buffer.from(eicar)))), refused],
    'a program': [() => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(500)]), refused],
    'the test virus': [() => Buffer.from(eicar), refused],
    'a page before a PDF': [() => Buffer.concat([Buffer.from('<script>alert(1)</script>\n'), pdf()]), refused],
    'a mark before a PDF': [() => Buffer.concat([Buffer.from('\ufeff'), pdf()]), locked],
    'a PDF without an end': [() => pdf().subarray(0, -7), locked],
    'a PDF with an archive behind it': [() => Buffer.concat([pdf(), zip(randomBytes(5000))]), locked],
    'a PDF with a script': [() => pdf('<< /S /JavaScript /JS (app.alert(1)) >>'), locked],
    'a PDF with a script in codes': [() => pdf('<< /S /Java#53cr#69pt >>'), locked],
    'a PDF that starts a program': [() => pdf('<< /S /Launch /F (cmd.exe) >>'), locked],
    'a PDF that is locked': [() => pdf('trailer << /Encrypt 5 0 R >>'), locked],
    'a JPEG that was cut off': [
      async () => (await sharp(randomBytes(90_000), raw).jpeg().toBuffer()).subarray(0, 9000),
      refused,
    ],
    'the first bytes of a PNG': [() => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), refused],
    'an SVG in the guise of a PNG': [() => Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR<svg/>', 'latin1'), refused],
    'a picture of 100 million pixels': [() => hugePicture(10_000, 10_000), refused],
    'a PDF of more than 10 MB': [() => pdf('x'.repeat(uploadLimit)), refused],
  }

  test.each(Object.entries(hostile))('%s', async (_title, [make, words]) => {
    const { status, body } = await send(mia, await make(), 'proof.pdf')
    expect({ status, message: body.error.message }).toEqual({ status: 400, message: words })
    expect(await listOf(mia)).toEqual([])
  })

  test('what is larger than a form with a file', async () => {
    const { status, body } = await send(mia, pdf('x'.repeat(11 * 1024 * 1024)))
    expect({ status, message: body.error.message }).toEqual({ status: 413, message: 'What you sent is too large.' })
  })

  test.each([
    ['a PDF', () => pdf(eicar)],
    ['a picture', async () => Buffer.concat([await picture(), Buffer.from(eicar)])],
  ])('the test virus inside %s: nothing is kept, and both sides hear of it', async (_title, make) => {
    const { status, body } = await send(mia, await make())
    expect({ status, ...body.error }).toMatchObject({
      ...{ status: 400, name: 'UploadInfected' },
      message: 'This file carries a virus, so it was not kept. Please check your device, and send another file.',
    })
    expect(await listOf(mia)).toEqual([])
    expect(await people.activityOf(mia)).toContain('upload-infected')
    expect(people.logged.some((line) => line.includes('Eicar-Test-Signature'))).toBe(true)
  })

  test('a form that is not one file of a kind that there is', async () => {
    const two = formOf(pdf())
    two.append('file', new File(['%PDF-'], 'second.pdf'))
    expect((await mia.post('/uploads', two)).body.error.name).toBe('InvalidInput')
    const strange = formOf(pdf())
    strange.set('another', new File([pdf()], 'x.pdf'))
    expect((await mia.post('/uploads', strange)).body.error.name).toBe('InvalidInput')
    const asText = new FormData()
    asText.set('kind', 'proof')
    asText.set('file', '%PDF-1.7')
    expect((await mia.post('/uploads', asText)).body.error.name).toBe('InvalidInput')
    expect((await mia.post('/uploads', { kind: 'proof' })).status).toBe(415)
    expect((await mia.post('/uploads', formOf(pdf(), 'a.pdf', 'no-such-kind'))).status).toBe(404)
    expect((await mia.post('/uploads', formOf(pdf(), 'a.pdf', '__proto__'))).status).toBe(400)
    expect((await people.newClient().post('/uploads', formOf(pdf()))).status).toBe(401)
    expect(await listOf(mia)).toEqual([])
  })

  test('twenty at once are kept or told to come back, and never more than the limit', async () => {
    const eager = await people.newCustomer('eager')
    const twenty = await Promise.all(Array.from({ length: 20 }, (_, at) => send(eager, pdf(`file ${at}`))))
    const told = twenty.filter(({ status }) => status === 429)
    expect(twenty.filter(({ status }) => status === 200).length + told.length).toBe(20)
    expect(told.length).toBeGreaterThan(0)
    for (const { body, headers } of told) {
      expect(body.error.message).toBe('Too many requests, please try again later.')
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    }
    // Whoever was told so comes back, one after the other.
    for (let at = 0; at < 20; at++) expect((await send(eager, pdf(`file ${at}`))).status).toBe(200)
    expect(await listOf(eager)).toHaveLength(20)
    const { status, body } = await send(eager, pdf('one more'))
    expect({ status, name: body.error.name }).toEqual({ status: 409, name: 'UploadsFull' })
    expect((await eager.send('DELETE', `/uploads/${(await listOf(eager))[0].id}`)).status).toBe(200)
    expect((await send(eager, pdf('one more'))).status).toBe(200)
  })

  test('more than so many in an hour', async () => {
    const client = await people.newCustomer('busy', { address: '198.51.100.77' })
    const statuses = []
    for (let at = 0; at < 61; at++) statuses.push((await send(client, Buffer.from('no'))).status)
    expect([statuses.indexOf(429), statuses.length]).toEqual([60, 61])
  })

  test('without an answer of the scanner nothing is kept, and operators hear of it', async () => {
    people.scanner.isSilent = true
    const { status, body } = await send(mia, pdf())
    expect({ status, name: body.error.name, message: body.error.message }).toEqual({
      ...{ status: 503, name: 'UploadsUnavailable' },
      message: 'We cannot take files at the moment. Nothing was kept; please try again shortly.',
    })
    expect(await listOf(mia)).toEqual([])
    const part = async () => {
      const { parts } = (await people.newClient().get('/health')).body.data
      return parts.find(({ name }: { name: string }) => name === 'uploads')
    }
    expect(await part()).toMatchObject({ ok: false, problem: 'the scanner does not answer' })
    people.scanner.isSilent = false
    expect((await send(mia, pdf())).status).toBe(200)
    expect(await part()).toBeUndefined()
  })
})
