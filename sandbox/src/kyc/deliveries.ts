import type { JsonFolder } from './json-folder.ts'

/** A message on its way. */
export type Delivery = { id: string; url: string; body: string; attempt: number; dueAt: number; overtake?: true }

/** The messages that are on their way, in memory and on disk. */
export const openDeliveries = (folder: JsonFolder<Delivery>, now: () => number) => {
  const queue = new Map(folder.found.map((delivery) => [delivery.id, delivery]))

  const keep = async (delivery: Delivery): Promise<void> => {
    queue.set(delivery.id, delivery)
    await folder.write(delivery.id, delivery)
  }

  return {
    keep,
    list: (): Delivery[] => [...queue.values()],
    due: (): Delivery | undefined =>
      [...queue.values()].filter(({ dueAt }) => dueAt <= now()).sort((a, b) => a.dueAt - b.dueAt)[0],
    letGo: async ({ id }: Delivery): Promise<void> => {
      queue.delete(id)
      await folder.remove(id)
    },
    /** Whoever waited to be overtaken may go now. */
    releaseOvertaken: async (): Promise<void> => {
      for (const { overtake: _, ...delivery } of [...queue.values()].filter(({ overtake }) => overtake))
        await keep({ ...delivery, dueAt: now() })
    },
  }
}
