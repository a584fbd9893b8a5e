import { readArtifacts } from '@ingot/chain/deploying/compile'

/** Compiled once before the test files start, which would else each do it at the same time. */
export const setup = () => {
  readArtifacts()
}
