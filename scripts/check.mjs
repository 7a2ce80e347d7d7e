import { ensureInstalled } from './environment.mjs'
import { lint, runStep, testStep, types } from './steps.mjs'

/** `npm run check`: types, lint and the tests that need nothing, beside each other; under a minute. */
ensureInstalled()
const unit = { title: 'unit tests', run: testStep('unit') }
const passed = await Promise.all([types, lint, unit].map(runStep))
if (!passed.every(Boolean)) process.exit(1)
