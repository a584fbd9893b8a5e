let isKnown: (address: string) => boolean = () => false

/** Said once by whoever has the routes; features know only addresses. */
export const tellPages = (hasPage: (address: string) => boolean): void => {
  isKnown = hasPage
}

/** Whether an address has a page of its own: a link to one that has none is not shown. */
export const knowsPage = (address: string): boolean => isKnown(address.replace(/[?#].*/, ''))
