import { type FaultOffers, openFaultDesk } from '../frame/faults.ts'
import type { Resident } from '../frame/resident.ts'
import { usingSetting } from '../settings.ts'
import { openClamd } from './clamd.ts'

const OFFERS: FaultOffers = {
  slow: 'Each file is answered only after the delay.',
  refuse: 'No file is scanned: the answer is an error, whichever kind is chosen.',
  lose: 'The connection breaks before the answer.',
}

export type ScanResident = Resident & { scanPort: number }

export const openScan = async (given: { host: string; scanPort: number }): Promise<ScanResident> => {
  const faults = openFaultDesk(OFFERS)
  const opening = openClamd(given.host, given.scanPort, faults)
  const clamd = await usingSetting(`SANDBOX_SCAN_PORT ${given.scanPort}`, opening)
  return {
    name: 'scan',
    title: 'Virus scanner',
    purpose: 'Looks through every file that customers send. It knows the EICAR test file, and nothing else.',
    facts: () => [
      { label: 'Protocol', value: 'clamd' },
      { label: 'Address', value: `${given.host}:${clamd.port}` },
      { label: 'Scanned', value: `${clamd.scanned()} files` },
      { label: 'Found', value: `${clamd.found()} times` },
    ],
    pages: [{ path: '/control#control-scan', title: 'Make it misbehave' }],
    faults,
    scanPort: clamd.port,
    addRoutes: () => undefined,
    stop: clamd.stop,
  }
}
