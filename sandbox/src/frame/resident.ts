import type { FastifyInstance } from 'fastify'
import type { FaultDesk } from './faults.ts'
import type { Pages } from './page.ts'

/** An outside party that lives in the sandbox. Adding one is making one such object and naming it in `main.ts`. */
export type Resident = {
  /** Part of its paths: `/api/name` for programs, `/api/control/name` for its faults. */
  name: string
  title: string
  purpose: string
  /** What the home page tells about it now. */
  facts(): { label: string; value: string }[]
  /** For people; the menu leads to the first. */
  pages: { path: string; title: string }[]
  faults: FaultDesk
  addRoutes(server: FastifyInstance, pages: Pages): void
  /** Finishes what is under way, within a limit, and lets go of ports and files. */
  stop(): Promise<void>
}
