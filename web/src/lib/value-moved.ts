const listeners: (() => void)[] = []

/** Whoever keeps figures that a transaction changes registers here to ask for them again. */
export const whenValueMoved = (listener: () => void): void => {
  listeners.push(listener)
}

export const tellValueMoved = (): void => {
  for (const listener of listeners) listener()
}
