import { parentPort } from 'node:worker_threads'
import { setDocument } from '@ingot/paper/set-document'
import type { Asked, Told } from './setting.ts'

const tell = (told: Told) => parentPort?.postMessage(told)

parentPort?.on('message', ({ content, imprint, attached }: Asked) =>
  setDocument(content, imprint, attached).then(
    (set) => tell({ set }),
    (error: Error) => tell({ problem: error.stack ?? error.message }),
  ),
)
