import { seedPeople } from './seed.ts'
import { seedHouse } from './seed-house.ts'
import { runCommand } from './terminal.ts'

// The seed as a process of its own that a test can kill.
await runCommand(async () => {
  const { stack, data } = JSON.parse(process.argv[2] ?? '{}')
  await seedHouse(stack)
  await seedPeople(stack, data)
  process.exit(0)
})
