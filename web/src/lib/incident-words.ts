import type { IncidentState } from '@ingot/endpoints/status'

/** How an incident stands, in one word each. */
export const incidentWords: Readonly<Record<IncidentState, string>> = {
  investigating: 'Investigating',
  identified: 'Identified',
  watching: 'Watching',
  resolved: 'Resolved',
}
