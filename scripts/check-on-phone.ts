import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import type { Proof } from '@ingot/proof/shapes'
import { chromium } from '@playwright/test'
import { root } from './stack.ts'

/** As Lighthouse slows down a machine for a phone of the middle, and half as fast again. */
const slowdown = 6
const rounds = 20

/** An address that nobody serves: the page is made here, and its origin may use what browsers give to safe ones alone. */
const address = 'https://phone.invalid/'

/** The very code that the portal's page runs, in a browser whose processor is held back. Milliseconds for each check. */
export const measureCheckOnPhone = async (proof: Proof, keys: string[], executablePath: string): Promise<number[]> => {
  const browser = await chromium.launch({ executablePath, args: ['--disable-gpu'] })
  try {
    const page = await browser.newPage()
    const code = stripTypeScriptTypes(readFileSync(join(root, 'proof/src/check.ts'), 'utf8'))
    const body = `<script type="module">${code}\nglobalThis.checkProof = checkProof</script>`
    await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body }))
    await page.goto(address)
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    return await page.evaluate(
      async ({ proof, keys, rounds }) => {
        const { checkProof } = globalThis as unknown as {
          checkProof: (proof: unknown, compared: object) => Promise<{ ok: boolean }>
        }
        const times = []
        for (let round = 0; round < rounds; round += 1) {
          const began = performance.now()
          const { ok } = await checkProof(proof, { keys })
          if (!ok) throw new Error('the proof does not hold in the page')
          times.push(performance.now() - began)
        }
        return times
      },
      { proof, keys, rounds },
    )
  } finally {
    await browser.close()
  }
}
