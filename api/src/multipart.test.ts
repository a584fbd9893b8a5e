import { describe, expect, test } from 'vitest'
import { readMultipart } from './multipart.ts'

const boundary = '----cut'
const type = `multipart/form-data; boundary=${boundary}`

/** As it comes over the wire: in chunks of so many bytes. */
async function* inChunks(body: Uint8Array, size: number): AsyncGenerator<Buffer, void> {
  for (let from = 0; from < body.length; from += size) yield Buffer.from(body.subarray(from, from + size))
}

const read = (body: string | Uint8Array, size = 7, as = type) => readMultipart(as, inChunks(Buffer.from(body), size))

const bytesOf = async (file: unknown) => Buffer.from(await (file as File).arrayBuffer())

const part = (head: string, value: string) => `--${boundary}\r\ncontent-disposition: ${head}\r\n\r\n${value}\r\n`
const end = `--${boundary}--\r\n`

describe('a form that comes in pieces', () => {
  test('is what a browser sent, wherever it was cut', async () => {
    const form = new FormData()
    const bytes = new Uint8Array(3_000).map((_, at) => (at * 7) % 256)
    form.set('note', 'Zoë “said”\r\n--so')
    form.set('file', new File([bytes, `\r\n--${boundary}`, '\r\n-'], 'a "b"\r\nc.xml', { type: 'text/xml' }))
    form.set('none', '')
    const sent = new Response(form)
    const as = sent.headers.get('content-type') ?? ''
    const body = new Uint8Array(await sent.arrayBuffer())
    for (const size of [1, 2, 3, 61, 1_000, body.length]) {
      const { file, ...texts } = await read(body, size, as)
      expect(texts).toEqual({ note: 'Zoë “said”\r\n--so', none: '' })
      expect(file).toMatchObject({ name: 'a "b"\r\nc.xml', type: 'text/xml' })
      expect(await bytesOf(file)).toEqual(await bytesOf(form.get('file')))
    }
  })

  test('may hold a file of many pieces', async () => {
    const content = Buffer.alloc(3 * 1024 * 1024 + 5, 'abcdefg')
    const head = Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n`)
    const { file } = await read(Buffer.concat([head, content, Buffer.from(`\r\n${end}`)]), 64 * 1024)
    expect((await bytesOf(file)).equals(content)).toBe(true)
  })
})

describe('what is no form is refused', () => {
  const whole = part('form-data; name="a"', '1') + end
  const cases: [title: string, body: string, as?: string][] = [
    ['nothing', ''],
    ['something before it', `x${whole}`],
    ['cut off', whole.slice(0, -8)],
    ['cut off in a head', whole.slice(0, 30)],
    ['no end of the line behind a boundary', whole.replace('cut\r\n', 'cutxx')],
    ['a field without a name', part('form-data', '1') + end],
    ['another kind of part', part('attachment; name="a"', '1') + end],
    ['a field twice', part('form-data; name="a"', '1') + whole],
    ['more fields than any', Array.from({ length: 300 }, (_, n) => part(`form-data; name="f${n}"`, '')).join('') + end],
    ['another boundary', whole, 'multipart/form-data; boundary=other'],
    ['no boundary', whole, 'multipart/form-data'],
    ['an endless boundary', whole, `multipart/form-data; boundary=${'x'.repeat(71)}`],
  ]
  test.each(cases)('%s', async (_title, body, as) => {
    await expect(read(body, 50, as)).rejects.toMatchObject({ error: 'InvalidInput' })
  })

  test('the whole one is not', async () => {
    expect(await read(whole)).toEqual({ a: '1' })
    expect(await read(whole, 5, `multipart/form-data; boundary="${boundary}"; charset=utf-8`)).toEqual({ a: '1' })
  })
})
