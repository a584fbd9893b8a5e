// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Fixture} from "./support/Fixture.sol";

contract USDAUTest is Fixture {
    function testIsNamedUSDAU() public view {
        vm.assertEq(usdau.name(), "USDAU");
        vm.assertEq(usdau.symbol(), "USDAU");
    }

    function testUnitIsNotAGram() public view {
        vm.assertFalse(usdau.unitsAreGrams());
    }

    function testMovesFreely() public {
        issueAll();
        settle(1, outward(usdau, 0, outsider, 2));
        vm.prank(outsider);
        usdau.transfer(stranger, 2);
        vm.assertEq(usdau.balanceOf(stranger), 2);
    }
}
