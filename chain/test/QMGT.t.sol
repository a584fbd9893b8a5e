// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Fixture} from "./support/Fixture.sol";

contract QMGTTest is Fixture {
    function testIsNamedQMGT() public view {
        vm.assertEq(qmgt.name(), "QMGT");
        vm.assertEq(qmgt.symbol(), "QMGT");
    }

    function testUnitIsAGram() public view {
        vm.assertTrue(qmgt.unitsAreGrams());
    }

    function testMovesFreely() public {
        issueAll();
        settle(1, outward(qmgt, 0, outsider, 2));
        vm.prank(outsider);
        qmgt.transfer(stranger, 2);
        vm.assertEq(qmgt.balanceOf(stranger), 2);
    }
}
