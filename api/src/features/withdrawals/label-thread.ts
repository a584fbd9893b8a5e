import { parentPort } from 'node:worker_threads'
import { type ParcelLabel, setLabel } from '@ingot/paper/label'
import type { Told } from './label.ts'

const tell = (told: Told) => parentPort?.postMessage(told)

parentPort?.on('message', (label: ParcelLabel) =>
  setLabel(label).then(
    ({ bytes }) => tell({ bytes }),
    (error: Error) => tell({ problem: error.stack ?? error.message }),
  ),
)
