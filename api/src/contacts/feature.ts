import { feature } from '../feature.ts'
import { contactsHealth } from './contacts.ts'

/** An engine: whoever asks others outside has it noted here whether they answer. */
export const contacts = feature({
  name: 'contacts',
  isEngine: true,
  tables: { outside_contacts: 'impersonal' },
  health: contactsHealth,
})
