import { parentPort } from 'node:worker_threads'
import { bannerOf } from '@ingot/paper/banner'
import { pngOf } from '@ingot/paper/png'
import { svgOf } from '@ingot/paper/svg'
import type { Asked, Told } from './drawing.ts'

const draw = (banner: Asked): Told => {
  try {
    const pictured = bannerOf(banner)
    return { pictures: { png: pngOf(pictured), svg: Buffer.from(svgOf(pictured)) } }
  } catch (error) {
    return { problem: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort?.on('message', (banner: Asked) => parentPort?.postMessage(draw(banner)))
