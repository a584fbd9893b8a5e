import type { Db } from '@ingot/db/connect'
import { houseAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { readAllTokenBooks } from '@ingot/ledger/token-books'
import { readBars } from '@ingot/ledger/vault'
import { expect } from 'vitest'

/** Every token that exists is somebody's, and every gram of it lies in the vault. */
export const expectBacking = async (db: Db) => {
  const { issued, sums } = await readAllTokenBooks(db)
  for (const asset of ['QMGT', 'GCA', 'GAE', 'USDAU'] as const) {
    const held = sums.filter((sum) => sum.asset === asset).reduce((total, sum) => total + sum.units, 0n)
    expect(held, `${asset} that somebody has`).toBe(issued.get(asset))
  }
  const grams = async (purpose: 'unallocated' | 'allocated' | 'behind-usdau') =>
    (await balanceOf(db, houseAccount('XAU', purpose))).units
  const inTokens = (['QMGT', 'GCA', 'GAE'] as const).reduce((total, asset) => total + (issued.get(asset) ?? 0n), 0n)
  expect(await grams('allocated')).toBe(inTokens)
  const inBars = (await readBars(db)).reduce((total, { fine }) => total + fine.units, 0n)
  expect((await grams('unallocated')) + inTokens + (await grams('behind-usdau'))).toBe(inBars)
}
