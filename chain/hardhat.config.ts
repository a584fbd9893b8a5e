import { defineConfig } from 'hardhat/config'
import { compilerPath, compilerSettings } from './src/deploying/compile.ts'

export default defineConfig({
  solidity: { compilers: [{ version: '0.8.37', path: compilerPath, settings: compilerSettings }] },
  paths: { sources: 'contracts', tests: { solidity: 'test' }, cache: 'cache', artifacts: 'cache/hardhat' },
  test: {
    solidity: {
      // A fixed seed, so that a failure can be had again; change it to look elsewhere.
      fuzz: { runs: 256, seed: '0x1960' },
      invariant: { runs: 64, depth: 64, failOnRevert: true },
    },
  },
})
