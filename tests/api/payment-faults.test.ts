import { testFaults } from '../support/fault-tests.ts';

await testFaults('payment');
