// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Fixture} from "../support/Fixture.sol";

contract TestUsdtTest is Fixture {
    function testLooksLikeTheRealOne() public view {
        vm.assertEq(usdt.symbol(), "USDT");
        vm.assertEq(usdt.decimals(), 18);
    }

    function testFuzzGivesToAnyone(address to, uint256 amount) public {
        vm.assume(to != address(0));
        usdt.mint(to, amount);
        vm.assertEq(usdt.balanceOf(to), amount);
    }
}
