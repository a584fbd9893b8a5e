// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Fixture} from "./support/Fixture.sol";

contract GAETest is Fixture {
    function testIsNamedGAE() public view {
        vm.assertEq(gae.name(), "GAE");
        vm.assertEq(gae.symbol(), "GAE");
    }

    function testUnitIsAGram() public view {
        vm.assertTrue(gae.unitsAreGrams());
    }

    function testIsBoundToSettlement() public {
        issueAll();
        allow(gae, 2);
        settle(1, outward(gae, 0, outsider, 2));
        vm.prank(outsider);
        vm.expectRevert();
        gae.transfer(stranger, 2);
    }
}
