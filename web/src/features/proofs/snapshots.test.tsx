import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { openPage } from '../../lib/test-page.tsx'
import { ok, page } from '../../lib/test-server.ts'
import { Snapshots } from './snapshots.tsx'

const read = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../../docs/samples', name), 'utf8'))
const { snapshot, key } = read('reserves-proof.json')
const bars = read('reserves-bars.json')
const { header, hash, signature, anchor } = snapshot
const listed = {
  ...{ number: 1, takenAt: header.takenAt, hash, signature, key, anchor },
  ...{ trees: header.trees, bars: header.bars, checks: 0, problems: 0 },
}

it('offers the bars that lay in the vault when a snapshot was taken, which are those that it is compared with', async () => {
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    saved.push(file as Blob)
    return 'blob:bars'
  })
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined)
  // Else the page would leave for the file, and the tests after it with it.
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const { sentTo } = openPage(Snapshots, '/reserves', '/reserves', {
    'GET /reserves/snapshots': page([listed]),
    'GET /reserves/snapshots/1': ok({ snapshot, key, bars }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Bars of this snapshot' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(JSON.parse((await saved[0]?.text()) ?? '')).toEqual(bars)
  expect(click).toHaveBeenCalledOnce()
  expect(sentTo('GET /reserves/bars.json')).toEqual([])
})
