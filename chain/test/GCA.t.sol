// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Fixture} from "./support/Fixture.sol";

contract GCATest is Fixture {
    function testIsNamedGCA() public view {
        vm.assertEq(gca.name(), "GCA");
        vm.assertEq(gca.symbol(), "GCA");
    }

    function testUnitIsAGram() public view {
        vm.assertTrue(gca.unitsAreGrams());
    }

    function testIsBoundToSettlement() public {
        issueAll();
        allow(gca, 2);
        settle(1, outward(gca, 0, outsider, 2));
        vm.prank(outsider);
        vm.expectRevert();
        gca.transfer(stranger, 2);
    }
}
