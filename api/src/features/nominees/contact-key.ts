/** An e-mail address or a phone number as it is compared. */
export const contactKey = (contact: string): string =>
  contact.includes('@') ? contact.trim().toLowerCase() : contact.replaceAll(/[^0-9]/g, '')
